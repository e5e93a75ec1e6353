// The picture of an evening as PNG, painted from the SVG on the page; without this file there is the SVG.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-png]");
  const image = document.querySelector("img.picture");
  if (!button || !image) return;
  try {
    await image.decode(); // it may still be on its way: until then it has no size
  } catch {
    return location.assign(image.src); // it never came: the browser says why
  }
  const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  canvas.toBlob((png) => {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(png), download: button.dataset.png });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }, "image/png");
});
