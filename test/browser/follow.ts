import type { Page } from 'playwright'

/** Script of a page that goes to an address of its app as a link does: what is loaded stays. */
export const goAsLink = (path: string) => `
  history.pushState({ key: 'walk', idx: 1 }, '', ${JSON.stringify(path)})
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`

/** The page before stays until the code of the next one is there: what tells that the next one stands is that each navigation scrolls to the top. */
const goTo = (path: string) => `{
  globalThis.isOnItsWay = new URL(${JSON.stringify(path)}, location).pathname !== location.pathname
  globalThis.scrollTo = () => { globalThis.isOnItsWay = false }
  ${goAsLink(path)}
}`

/** null once the page has come to rest; what is busy on it, if it does not. An order book waits for the next change of its own. */
const rest = `new Promise((resolve) => {
  let calm = 0, last = ''
  const end = performance.now() + 15_000
  const look = () => {
    const main = document.querySelector('main')
    const busy = globalThis.isOnItsWay ? 'the page before' : !main?.innerText.trim() ? 'no main text' : document.querySelector('[aria-busy=true]:not(.book), .skel:not(.book *)')?.outerHTML.slice(0, 300)
    calm = !busy && last === location.pathname ? calm + 1 : 0
    last = location.pathname
    if (calm >= 4) return resolve(null)
    if (performance.now() > end) return resolve(busy ?? 'its address')
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

/** Goes to a page of the web app from one that is open; null once it has come to rest, or what is busy on it after 15 s. */
export async function follow(page: Page, path: string): Promise<string | null> {
  await page.evaluate(goTo(path))
  return comesToRest(page)
}

/** null once the page has come to rest, or what is busy on it after 15 s. An address may lead before the page that it names stands. */
export const comesToRest = (page: Page): Promise<string | null> => page.evaluate<string | null>(rest)
