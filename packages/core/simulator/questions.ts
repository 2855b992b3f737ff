import { isDeepStrictEqual } from 'node:util'
import {
  type ArgsOf,
  byStaff,
  type Core,
  type CoreSnapshot,
  type Effects,
  fromJson,
  type QueryName,
  queryNames,
  scopeOf,
  Touched,
  toJson,
} from '../src/index.ts'

/** One thing that the API may ask. */
interface Question {
  readonly query: QueryName
  readonly args: object
}

type Member = ArgsOf<'members.wallets'>

const membersOf = ({ wallets }: CoreSnapshot): readonly Member[] => [
  ...new Map(wallets.map(({ siteId, memberId }) => [memberId, { siteId, memberId }])).values(),
]
const sitesOf = ({ sites }: CoreSnapshot) => sites.map(({ siteId }) => ({ siteId }))
const namedBy = (options: readonly { readonly siteId: number; readonly id: number }[]) =>
  options.map(({ siteId, id }) => ({ siteId, optionId: id }))
/** Every member with every option of his site. */
const pairsOf = (snapshot: CoreSnapshot, options: CoreSnapshot['options' | 'futuresOptions']) =>
  membersOf(snapshot).flatMap((member) =>
    options.filter(({ siteId }) => siteId === member.siteId).map(({ id }) => ({ ...member, optionId: id })),
  )

const named = { key: 'k', route: 'approval', bodyHash: '' } as const

/** What can be asked of a house in each query; a query that is missing here does not compile. */
const questions: { readonly [Q in QueryName]: (snapshot: CoreSnapshot) => readonly ArgsOf<Q>[] } = {
  'configuration.site': ({ sites }) => sites,
  'configuration.values': (snapshot) => [
    ...sitesOf(snapshot).map((site) => ({ ...site, scope: 'site' as const, optionId: null })),
    ...namedBy(snapshot.options).map((option) => ({ ...option, scope: 'round' as const })),
    ...namedBy(snapshot.futuresOptions).map((option) => ({ ...option, scope: 'futures' as const })),
    ...namedBy(snapshot.overseaOptions).map((option) => ({ ...option, scope: 'oversea' as const })),
  ],
  'configuration.refusal': (snapshot) =>
    sitesOf(snapshot).map((site) => ({
      ...site,
      items: [{ scope: 'site' as const, optionId: null, changes: { maxDayExposure: '1' }, before: {} }],
    })),
  'members.wallets': membersOf,
  'members.withdrawable': (snapshot) => membersOf(snapshot).map((member) => ({ ...member, wall: 1 })),
  'limits.followed': (snapshot) => {
    const members = membersOf(snapshot)
    return sitesOf(snapshot).map(({ siteId }) => ({
      siteId,
      memberIds: members.filter((member) => member.siteId === siteId).map(({ memberId }) => memberId),
    }))
  },
  'money.refusal': (snapshot) =>
    membersOf(snapshot).map(({ siteId, memberId }) => ({
      siteId,
      wall: 1,
      command: { kind: 'grantBonus', ...byStaff(siteId, 1, 'asked'), key: named, memberId, point: 1n, multiple: null },
    })),
  'bonus.held': membersOf,
  'money.config': sitesOf,
  'money.worth': (snapshot) => sitesOf(snapshot).map((site) => ({ ...site, currency: 'USDT', amount: 1n })),
  'money.open': membersOf,
  'money.arrivals': membersOf,
  'riskGroups.group': membersOf,
  'riskGroups.groups': sitesOf,
  'money.request': ({ dnw }) => dnw.map(({ siteId, memberId, id }) => ({ siteId, memberId, requestId: id })),
  'money.offer': (snapshot) =>
    sitesOf(snapshot).map((site) => ({ ...site, from: 'BINARY' as const, to: 'FUTURES' as const, point: 1n })),
  'money.rates': sitesOf,
  'money.pendingOut': membersOf,
  'money.left': (snapshot) => membersOf(snapshot).map((member) => ({ ...member, wall: 1 })),
  'money.holds': (snapshot) => membersOf(snapshot).map((member) => ({ ...member, wall: 1 })),
  'p2p.merchants': sitesOf,
  'p2p.desk': sitesOf,
  'p2p.latest': membersOf,
  'p2p.blocked': (snapshot) => membersOf(snapshot).map((member) => ({ ...member, wall: 1 })),
  'rounds.options': sitesOf,
  'rounds.option': ({ options }) => namedBy(options),
  'rounds.game': (snapshot) => [
    ...namedBy(snapshot.options).map((option) => ({ ...option, memberId: null })),
    ...pairsOf(snapshot, snapshot.options),
  ],
  'futures.options': sitesOf,
  'futures.option': ({ futuresOptions }) => namedBy(futuresOptions),
  'futures.setting': (snapshot) => pairsOf(snapshot, snapshot.futuresOptions),
  'futures.mostLeverage': (snapshot) =>
    pairsOf(snapshot, snapshot.futuresOptions).map((pair) => ({ ...pair, wall: 1 })),
  'futures.open': membersOf,
  'futures.valued': membersOf,
  'futures.cross': membersOf,
  'futures.ratios': membersOf,
  'futures.maxQty': (snapshot) =>
    pairsOf(snapshot, snapshot.futuresOptions).map((pair) => ({ ...pair, leverage: 10, wall: 1 })),
  'oversea.options': sitesOf,
  'oversea.contracts': sitesOf,
  'oversea.contract': ({ overseaOptions }) => namedBy(overseaOptions),
  'oversea.rests': () => [{}],
  'oversea.open': membersOf,
  'oversea.valued': membersOf,
  'oversea.cross': membersOf,
  'stops.standing': sitesOf,
  'releases.halving': sitesOf,
  'exposure.slice': (snapshot) => [
    ...namedBy(snapshot.futuresOptions).map((option) => ({ ...option, book: 'futures' as const, from: 0, most: 100 })),
    ...namedBy(snapshot.overseaOptions).map((option) => ({ ...option, book: 'oversea' as const, from: 0, most: 100 })),
  ],
  'exposure.rounds': sitesOf,
  'exposure.cut': (snapshot) =>
    sitesOf(snapshot).map((site) => ({ ...site, margins: [], losscutPpm: 900_000, prices: [] })),
  'exposure.open': (snapshot) =>
    sitesOf(snapshot).map((site) => ({ ...site, places: [{ scope: 'site' as const, optionId: null }] })),
}

const questionsOf = (snapshot: CoreSnapshot): Question[] =>
  queryNames.flatMap((query) => questions[query](snapshot).map((args) => ({ query, args })))

/** As another process would ask: arguments and answer cross as text. */
function answerOf(core: Core, { query, args }: Question, at: number): string {
  return toJson(core.ask(query, fromJson(toJson(args)) as ArgsOf<QueryName>, at))
}

/** Asks everything: that changes nothing, and arguments and answers are data that another process can be given. */
export function askEverything(core: Core, at: number): void {
  const before = core.stateHash()
  for (const question of questionsOf(core.snapshot())) {
    const { query, args } = question
    const answer = core.ask(query, args as ArgsOf<QueryName>, at)
    if (!isDeepStrictEqual(fromJson(toJson(answer)), answer)) throw new Error(`an answer of ${query} is no plain data`)
    if (answerOf(core, question, at) !== toJson(answer)) throw new Error(`${query} answers another process differently`)
  }
  if (core.stateHash() !== before) throw new Error('asking changed the state')
}

/** Prices move every answer about a market, and what positions or orders come to at the price of now: one that was held may begin to count. */
const isMovedByPrices = (query: QueryName): boolean =>
  scopeOf(query) === 'market' || query === 'exposure.slice' || query === 'futures.maxQty'

/** Of so many questions one is asked at each watch: every watch begins at the next one. */
const questionsAWatch = 4

/** Asks before a call, at the `nth` watch (null: everything), and again after it: what the call's rows do not concern is answered as before. */
export function watchAnswers(core: Core, at: number, nth: number | null): (effects: Effects) => void {
  const asked = questionsOf(core.snapshot()).filter(
    ({ query }, place) => (nth === null || (place + nth) % questionsAWatch === 0) && !isMovedByPrices(query),
  )
  const answerTo = ({ query, args }: Question) => toJson(core.ask(query, args as ArgsOf<QueryName>, at))
  const before = asked.map((question) => ({ question, answer: answerTo(question) }))
  return (effects) => {
    const touched = new Touched()
    touched.add(effects)
    for (const { question, answer } of before) {
      const { query, args } = question
      if (!touched.concerns(scopeOf(query), args) && answerTo(question) !== answer)
        throw new Error(`${query} of ${toJson(args)} changed by a call whose rows do not concern it`)
    }
  }
}
