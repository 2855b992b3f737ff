import {
  type ArgsOf,
  type Command,
  type Core,
  type CoreSnapshot,
  type Effects,
  type FeedSignal,
  noRows,
  type Reply,
  repeatReply,
  replyKeyOf,
  replyName,
  type StoredReplyRow,
  type WalletRow,
} from '@maru/core'

export interface CountingCore extends Core {
  /** Commands executed since this core was made. */
  readonly executed: Command[]
  /** Signals it was given. */
  readonly signals: FeedSignal[]
}

/**
 * The smallest core that the runner can run: placeBet takes its stake from the wallet's free part. A stake or a price of 13 breaks an invariant, a stake of
 * 14 gives postings that the database refuses. It shows what the runner and the journal do, not what a bet is.
 */
export function countingCore(snapshot: CoreSnapshot): CountingCore {
  const wallets = new Map(snapshot.wallets.map((row) => [`${row.siteId}:${row.memberId}`, row]))
  const replies = new Map<string, StoredReplyRow>()
  const executed: Command[] = []
  const signals: FeedSignal[] = []
  const nothing = (): Effects => ({ reply: null, late: [], rows: noRows, before: noRows, events: [] })
  /** The change of a wallet, with its form before. */
  const change = (row: WalletRow) => {
    const name = `${row.siteId}:${row.memberId}`
    const before = { ...noRows, wallets: [wallets.get(name) ?? null] }
    wallets.set(name, row)
    return { rows: { ...noRows, wallets: [row] }, before }
  }

  return {
    executed,
    signals,
    execute(command, ctx): Effects {
      executed.push(command)
      if (command.kind === 'openMember') {
        const row: WalletRow = {
          siteId: command.siteId,
          memberId: command.memberId,
          type: 'BINARY',
          currency: 'KRW',
          posted: command.grants[0]?.amount ?? 0n,
          reserved: 0n,
        }
        return { ...nothing(), ...change(row), reply: { status: 200, body: {} } }
      }
      if (command.kind === 'outage') return { ...nothing(), reply: { status: 200, body: {} } }
      if (command.kind !== 'placeBet') throw new Error(`unknown command ${command.kind}`)
      const { siteId, memberId, key, point } = command
      const name = replyName(replyKeyOf(command)!)
      const known = replies.get(name)
      if (known) return { ...nothing(), reply: repeatReply(known, key) }
      if (point === 13n) throw new Error('an invariant is broken')
      const wallet = wallets.get(`${siteId}:${memberId}`) as WalletRow
      const id = ctx.nextId()
      const changed = change({ ...wallet, reserved: wallet.reserved + point })
      const reply: Reply = { status: 200, body: { id, reserved: String(wallet.reserved + point) } }
      const stored: StoredReplyRow = {
        ...replyKeyOf(command)!,
        route: key.route,
        bodyHash: key.bodyHash,
        ...reply,
        at: ctx.at,
      }
      replies.set(name, stored)
      const posting = {
        siteId,
        id,
        txnId: id,
        account: 'MEMBER',
        sub: '',
        memberId,
        walletType: 'BINARY',
        currency: 'KRW',
        amount: 0n, // the table refuses an amount of nothing
        reason: 'TEST',
        refId: null,
        at: ctx.at,
        wall: ctx.wall,
      } as const
      return {
        reply,
        late: [],
        before: changed.before,
        rows: { ...changed.rows, replies: [stored], postings: point === 14n ? [posting] : [] },
        events: [{ to: 'member', siteId, memberId, queue: 'trade', event: 'BET_ACCEPTED', data: { id } }],
      }
    },
    tick(tick): Effects {
      if (tick.price === 13) throw new Error('an invariant is broken by a tick')
      return nothing()
    },
    venueUpdate(update): Effects {
      if (update.kind === 'mark' && update.price === 13) throw new Error('an invariant is broken by a mark')
      return nothing()
    },
    signal(signal): Effects {
      signals.push(signal)
      return nothing()
    },
    advance: nothing,
    more: () => false,
    nextDue: () => ({ at: null, wall: null }),
    recentReply: (key) => replies.get(replyName(key)) ?? null,
    /** Knows wallets only. */
    ask: ((_query, args) => {
      const { siteId, memberId } = args as ArgsOf<'members.wallets'>
      return [...wallets.values()].filter((row) => row.siteId === siteId && row.memberId === memberId)
    }) as Core['ask'],
    stateHash: () =>
      [...wallets.values()]
        .map((row) => `${row.siteId}:${row.memberId}:${row.posted}:${row.reserved}`)
        .sort()
        .join('|'),
    snapshot: () => ({ ...snapshot, wallets: [...wallets.values()] }),
  }
}
