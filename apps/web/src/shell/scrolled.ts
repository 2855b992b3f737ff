import { useSyncExternalStore } from 'react'

/** As of the last scroll. To ask the window itself while a page is drawn would have it laid out then and there. */
let top = 0
let height = 0

/** Notes each scroll of the page, from its start on. */
export function followScroll(): void {
  const note = () => {
    top = scrollY
    height = innerHeight
  }
  addEventListener('scroll', note, { passive: true })
}

const subscribe = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** What is so of the page's scroll position and the height of the window, both in px; a page that was never scrolled has 0 of both. */
export const useScrolled = (isSo: (top: number, height: number) => boolean): boolean =>
  useSyncExternalStore(subscribe, () => isSo(top, height))
