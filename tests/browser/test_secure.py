"""What a browser grants to a secure address, as this computer's own is one."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, OpenPage, shoot
from tests.browser.connecting import Phone
from tests.conftest import LiveServer, StartServer


def test_without_a_connection_the_last_score_stands_with_its_time(
    start_server: StartServer, open_page: OpenPage
) -> None:
    server = start_server()
    phone = Phone(open_page(PHONE, service_workers="allow"))
    phone.lays(server)
    phone.fills()
    phone.save.click()
    phone.at_deal(2)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.page.reload()
    phone.at_deal(2)
    kept = phone.page.evaluate(
        "caches.keys().then(names => caches.open(names[0])).then(shell => shell.keys())"
        ".then(all => all.map(one => new URL(one.url).pathname))"
    )
    assert not [address for address in kept if address.startswith("/t/")]
    server.process.terminate()
    server.process.wait(timeout=60)
    phone.page.reload()
    expect(phone.page.locator("#page")).to_contain_text("No connection")
    expect(phone.page.locator("#last-score h2")).to_contain_text("The score at")
    expect(phone.page.locator("#last-score dd").first).to_have_text("90")
    shoot(phone.page, "offline")
    start_server(instance=server.instance, port=int(server.url.rsplit(":", 1)[1]))
    phone.page.get_by_role("link", name="Try again").click()
    phone.at_deal(2)


def test_the_screen_stays_on_where_it_was_asked_for(
    server: LiveServer, open_page: OpenPage
) -> None:
    phone = Phone(open_page(PHONE))
    phone.page.add_init_script(
        "window.asked = 0; navigator.wakeLock.request = async () => {"
        " window.asked += 1; return { released: false, release: async () => {} }; };"
    )
    address = phone.lays(server)
    assert phone.page.evaluate("window.asked") == 0
    phone.page.get_by_role("link", name="More").click()
    phone.page.get_by_role("link", name="Settings").click()
    button = phone.page.get_by_role("button", name="Keep screen on")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    phone.page.goto(address)
    phone.page.wait_for_function("() => window.asked === 1")


def test_a_phone_says_what_it_can(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/diagnose")
    expect(page.locator("[data-can=true]")).to_have_count(6)
    shoot(page, "diagnose")
    plain = open_page(PHONE, has_script=False)
    plain.goto(f"{server.url}/diagnose")
    expect(plain.locator("[data-probe]").first).to_contain_text(
        "unknown without JavaScript"
    )
