// The picture of an evening as PNG, painted from the SVG on the page, to be saved, or shared with its text by the phone's
// own means. Where there are none, the text is copied and the picture saved. Without this file there is the SVG.
(() => {
  "use strict";
  const painted = async (image) => {
    await image.decode(); // it may still be on its way: until then it has no size
    const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  };
  const save = (png, name) => {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(png), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  const share = async (button, png) => {
    const text = button.dataset.share;
    const told = { text, files: [new File([png], button.dataset.png, { type: "image/png" })] };
    if (navigator.canShare?.(told)) return navigator.share(told).catch(() => {}); // thought better of
    await navigator.clipboard?.writeText(text).catch(() => {});
    save(png, button.dataset.png);
    button.textContent = button.dataset.shared;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-png]");
    const image = document.querySelector("img.picture");
    if (!button || !image) return;
    let png;
    try {
      png = await painted(image);
    } catch {
      return location.assign(image.src); // it never came: the browser says why
    }
    if ("share" in button.dataset) await share(button, png);
    else save(png, button.dataset.png);
  });
})();
