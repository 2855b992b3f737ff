/** The colours of a chart, read from the page's tokens whenever theme or palette change. */
export interface ChartColors {
  readonly ground: string
  readonly text1: string
  readonly text2: string
  readonly text3: string
  readonly line: string
  readonly lineStrong: string
  readonly control: string
  readonly controlHi: string
  readonly warn: string
  readonly accent: string
  readonly accentText: string
  readonly accentSoft: string
  readonly up: string
  readonly down: string
  readonly upVolume: string
  readonly downVolume: string
  readonly indicators: readonly [string, string, string]
  readonly upText: string
  readonly downText: string
  readonly upFill: string
  readonly downFill: string
  readonly font: string
}

export function colorsOf(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: token('--bg'),
    text1: token('--text-1'),
    text2: token('--text-2'),
    text3: token('--text-3'),
    line: token('--line'),
    lineStrong: token('--line-strong'),
    control: token('--control'),
    controlHi: token('--control-hi'),
    warn: token('--warn'),
    accent: token('--accent'),
    accentText: token('--accent-text'),
    accentSoft: token('--accent-soft'),
    up: token('--up'),
    down: token('--down'),
    upVolume: token('--up-flash'),
    downVolume: token('--down-flash'),
    indicators: [token('--indicator-1'), token('--indicator-2'), token('--indicator-3')],
    upText: token('--up-text'),
    downText: token('--down-text'),
    upFill: token('--up-fill'),
    downFill: token('--down-fill'),
    font: token('--font'),
  }
}
