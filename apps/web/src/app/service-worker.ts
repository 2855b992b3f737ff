/** After the page has its prices: nothing that it needs waits for this. */
const registerAfterMs = 5_000

/** Registers the service worker, which makes the app installable. Where it cannot be, the app is a page as before. */
export function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('no service worker', error))
  }, registerAfterMs)
}
