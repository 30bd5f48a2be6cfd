"""Takes the pictures of docs/images from a demo: `scripts/screenshots`."""

import base64
import pathlib
import tempfile

from selenium.webdriver.common.by import By

import demo
from harness import ROOT
from test_browser import Browser

FOLDER = ROOT / "docs/images"
LOCKED = "The phone was locked, so the keychain could not be used"
REUSED = "A refresh token was used twice, so the session was ended"
WIDTH, HEIGHT = 1280, 760
# The picture, its theme, the tenant and the page, and the links to follow from there.
PICTURES = [
    ("overview", "light", "infinite-stories/overview", []),
    ("failure", "light", "coachme/failures?period=30d", [LOCKED]),
    ("attempt", "light", "coachme/failures?tab=all&period=30d", [REUSED, "Restore session"]),
    ("events-dark", "dark", "coachme/events?range=30d", []),
]


def sign_in(driver, address):
    driver.get(f"{address}/sign-in")
    driver.find_element(By.NAME, "email").send_keys("operator@example.com")
    driver.find_element(By.NAME, "password").send_keys(demo.PASSWORD + "\n")


def picture(browser, address, name, theme, page, links):
    driver = browser.driver
    browser.look(theme, WIDTH)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    driver.get(f"{address}/t/{page}")
    for link in links:
        browser.press(link)
    driver.execute_script("window.scrollTo(0, 0); document.activeElement.blur()")
    data = driver.execute_cdp_cmd("Page.captureScreenshot", {})["data"]
    file = FOLDER / f"{name}.png"
    file.write_bytes(base64.b64decode(data))
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB")


def main():
    FOLDER.mkdir(exist_ok=True)
    browser = Browser()
    with tempfile.TemporaryDirectory(prefix="gatehouse-") as folder:
        process = demo.start(pathlib.Path(folder))
        try:
            address = demo.address(process)
            sign_in(browser.driver, address)
            for each in PICTURES:
                picture(browser, address, *each)
        finally:
            process.terminate()
            process.communicate()
            browser.driver.quit()


if __name__ == "__main__":
    main()
