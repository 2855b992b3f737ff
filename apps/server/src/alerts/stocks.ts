import type { AlertStock } from '@maru/contract'
import type { Deps } from '../deps.ts'
import type { Site } from '../sites/index.ts'

interface Listed {
  readonly stock: string
  readonly koName: string
  readonly instrument: string
}

const flags = { oversea: 0, futures: 3, binary: 5 } as const

/** What a site trades, in the order in which it lists it. */
async function listedOf(
  { reads }: Pick<Deps, 'reads'>,
  { id: siteId, type }: Pick<Site, 'id' | 'type'>,
): Promise<Listed[]> {
  const [futures, oversea, rounds] = await Promise.all([
    reads.ask('futures.options', { siteId }),
    reads.ask('oversea.options', { siteId }),
    reads.ask('rounds.options', { siteId }),
  ])
  const isOn = (flag: keyof typeof flags) => type[flags[flag]] === '1'
  return [
    ...(isOn('futures') ? futures.value : []),
    ...(isOn('oversea') ? oversea.value : []),
    ...(isOn('binary') ? rounds.value : []),
  ].filter(({ isPlay }) => isPlay)
}

/** A stock of a site by its name; null: it trades none of that name. */
export async function listedStock(
  deps: Pick<Deps, 'reads'>,
  site: Pick<Site, 'id' | 'type'>,
  stock: string,
): Promise<Listed | null> {
  return (await listedOf(deps, site)).find((one) => one.stock === stock) ?? null
}

/** What price alerts can watch on a site: each instrument once. */
export async function alertStocks(
  { reads, market }: Pick<Deps, 'reads' | 'market'>,
  site: Pick<Site, 'id' | 'type'>,
): Promise<AlertStock[]> {
  const seen = new Set<string>()
  return (await listedOf({ reads }, site)).flatMap(({ stock, koName, instrument: symbol }) => {
    const instrument = market.instruments.get(symbol)
    if (instrument === undefined || seen.has(symbol)) return []
    seen.add(symbol)
    const { last } = market.state(symbol)
    const price = (units: number) => market.format(symbol, units)
    return [
      {
        stock,
        koName,
        precision: instrument.precision,
        tick: price(instrument.tickUnits),
        last: last === null ? null : price(last),
      },
    ]
  })
}
