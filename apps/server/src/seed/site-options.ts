import { TradeType } from '@maru/contract'
import type { Command } from '@maru/core'
import type { Calendar, MarketInstrument } from '@maru/market'
import { demoFuturesOptions } from './futures-options.ts'
import { demoOverseaOptions } from './oversea-options.ts'
import { shippedOption } from './round-options.ts'

type Lines = Pick<Extract<Command, { kind: 'openSite' }>, 'rounds' | 'futures' | 'oversea'>

/** On what a new site plays rounds: where the tick size is small against a move of 30 s (rules A). */
const playedFirst = ['BTCUSDT', 'ETHUSDT']

/** The options that a site opens with, by its flags: those of the lines that are on, with what is shipped. */
export function optionsOfFlags(
  { id, type }: { readonly id: number; readonly type: string },
  instruments: Iterable<MarketInstrument>,
  calendar: Calendar,
): Lines {
  const all = [...instruments]
  const played = all.filter(({ symbol }) => playedFirst.includes(symbol))
  return {
    rounds:
      type[5] === '1' ? played.flatMap((one) => TradeType.options.map((kind) => shippedOption(id, 0, one, kind))) : [],
    futures: type[3] === '1' ? demoFuturesOptions(id, all) : [],
    oversea: type[0] === '1' ? demoOverseaOptions(id, all, calendar) : [],
  }
}
