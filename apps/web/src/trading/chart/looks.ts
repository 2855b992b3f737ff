import { ColorType, CrosshairMode, LineStyle, type LineWidth } from 'lightweight-charts'
import type { ChartColors } from './colors.ts'
import { textScale } from './text-scale.ts'

/** Everything of the chart but its series, in the colours of now. */
export function chartLooks(colors: ChartColors) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colors.text3,
      fontFamily: colors.font,
      fontSize: 11 * textScale(),
      panes: { separatorColor: colors.line, separatorHoverColor: colors.line, enableResize: false },
      // The attribution stands as a line of text on the page.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colors.line } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: {
        color: colors.text3,
        style: LineStyle.Dashed,
        width: 1 as LineWidth,
        labelBackgroundColor: colors.controlHi,
      },
      horzLine: {
        color: colors.text3,
        style: LineStyle.Dashed,
        width: 1 as LineWidth,
        labelBackgroundColor: colors.controlHi,
      },
    },
  }
}

export function candleLooks(colors: ChartColors) {
  return {
    upColor: colors.up,
    downColor: colors.down,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
    borderVisible: false,
  }
}

export const lastLooks = (colors: ChartColors, stale: boolean) => ({ color: stale ? colors.text3 : colors.text1 })
