/**
 * Calls `back` each time the page comes back from where it heard nothing: it becomes visible, is thawed, or comes out of the
 * browser's cache of pages. A phone ends its socket meanwhile without a word. Returns what ends it.
 */
export function onReturn(back: () => void): () => void {
  const gone = new AbortController()
  const { signal } = gone
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') back()
    },
    { signal },
  )
  document.addEventListener('resume', back, { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) back()
    },
    { signal },
  )
  return () => gone.abort()
}
