/**
 * Calls `back` each time the page comes back from where it heard nothing: it becomes visible, is thawed, or comes out of the
 * browser's cache of pages. A phone ends its socket meanwhile without a word.
 */
export function onReturn(back: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') back()
  })
  document.addEventListener('resume', back)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) back()
  })
}
