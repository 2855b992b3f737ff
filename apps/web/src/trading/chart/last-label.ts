import type { ISeriesApi, ISeriesPrimitive, Time } from 'lightweight-charts'
import { writeText } from '../write-text.ts'
import { textScale } from './text-scale.ts'

/** The last price on the axis, as an element: it says what the header says in each frame, without the canvas being drawn anew. */
export interface LastLabel {
  show(price: string): void
  setStale(stale: boolean): void
  remove(): void
}

/** Half its usual height: it stays within the picture. */
const usualHalf = 10

export function createLastLabel(
  root: HTMLElement,
  candles: ISeriesApi<'Candlestick'>,
  format: (price: string) => string,
): LastLabel {
  const element = document.createElement('span')
  element.className = 'tc-last num'
  element.setAttribute('aria-hidden', 'true')
  element.hidden = true
  root.append(element)
  let price: string | null = null
  const place = () => {
    const y = price === null ? null : candles.priceToCoordinate(Number(price))
    element.hidden = y === null
    if (y === null) return
    const half = usualHalf * textScale()
    const high = candles.getPane().getHeight() - half
    element.style.transform = `translateY(${Math.round(Math.min(Math.max(y, half), high))}px) translateY(-50%)`
  }
  // The scale moves under it with every change of the picture.
  const follower: ISeriesPrimitive<Time> = { updateAllViews: place }
  candles.attachPrimitive(follower)
  return {
    show(next) {
      price = next
      writeText(element, format(next))
      place()
    },
    setStale: (stale) => void element.classList.toggle('is-stale', stale),
    remove() {
      candles.detachPrimitive(follower)
      element.remove()
    },
  }
}
