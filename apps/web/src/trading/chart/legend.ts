import { formatPrice } from '@maru/ui'
import { writeText } from '../write-text.ts'
import type { Readout } from './candle-chart.ts'

export interface LegendWords {
  readonly short: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', string>>
}

/** Writes the line of figures over the chart: the candle under the crosshair, or else the averages of now. */
export function createLegend(
  root: HTMLElement,
  precision: number,
  words: () => LegendWords,
): (readout: Readout) => void {
  const write = (parts: readonly { name: string; text: string; color?: string; className?: string }[]) => {
    // The same figures in other places: elements are kept, only their texts change.
    while (root.childElementCount > parts.length) root.lastElementChild?.remove()
    parts.forEach(({ name, text, color = '', className = '' }, at) => {
      const span = (root.children[at] as HTMLElement | undefined) ?? root.appendChild(document.createElement('span'))
      const content = `${name} ${text}`
      writeText(span, content)
      if (span.className !== className) span.className = className
      if (span.style.color !== color) span.style.color = color
    })
  }
  const price = (value: number) => formatPrice(value.toFixed(precision), precision)
  return ({ bar, lines }) => {
    if (!bar) {
      write(lines.map(({ name, value, color }) => ({ name, text: value === null ? '–' : price(value), color })))
      return
    }
    const { short } = words()
    const className = bar.close >= bar.open ? 'up' : 'down'
    write([
      { name: short.open, text: price(bar.open), className },
      { name: short.high, text: price(bar.high), className },
      { name: short.low, text: price(bar.low), className },
      { name: short.close, text: price(bar.close), className },
      { name: short.volume, text: formatPrice(bar.volume.toFixed(3).replace(/\.?0+$/, ''), bar.volume < 1000 ? 3 : 0) },
    ])
  }
}
