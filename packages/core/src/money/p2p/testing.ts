import type { P2pOrder } from '@maru/contract'
import { byMember, byProvider, byStaff, bySystem } from '../../envelope.ts'
import { SITE } from '../../testing.ts'
import type { Command, P2pOrderRow, Reply } from '../../types.ts'
import { Teller } from '../testing.ts'
import type { P2pFact } from './types.ts'

export type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
/** What a merchant begins with. */
export const float = 10_000_00000000n

/** A USDT is worth 1,400 KRW; merchant 1 asks 1 % above, merchant 2 half a percent, up to 300,000 KRW. Member 8 has 1,000 USDT. */
export class Market extends Teller {
  /** KRW for one USDT, in 10^-2. */
  rate = 140_000
  #event = 0

  constructor() {
    super()
    this.do({
      kind: 'openMember',
      ...bySystem(SITE),
      memberId: 8,
      grants: [{ type: 'FUTURES', currency: 'USDT', amount: 1_000_00000000n }],
    })
    const merchants = [
      { merchantId: 1, name: '하늘', buyPpm: 10_000, sellPpm: 10_000, maxWon: 14_000_000n },
      { merchantId: 2, name: '바다', buyPpm: 5_000, sellPpm: null, maxWon: 300_000n },
    ]
    for (const one of merchants) this.do({ kind: 'openMerchant', ...bySystem(SITE), ...one, minWon: 10_000n, float })
    this.price()
  }

  price(): void {
    const of = { pair: 'USDTKRW', role: 'price', source: 'test' } as const
    this.signal({ kind: 'coinRate', ...of, rate: this.rate, sourceTs: this.at, recvTs: this.at })
  }

  order(parts: Partial<Of<'p2pOpen'>> = {}, memberId = 8): Reply {
    this.price()
    return this.do({
      kind: 'p2pOpen',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      side: 'BUY',
      won: 141_400n,
      merchantId: 1,
      walletType: 'FUTURES',
      payer: '홍길동',
      accountId: null,
      account: '',
      ...parts,
    })
  }

  sell(won = 138_600n): Reply {
    return this.order({ side: 'SELL', won, accountId: 31, account: '신한은행 ****4821' })
  }

  /** The newest form of an order. */
  of(id: number): P2pOrderRow {
    return this.calls.flatMap(({ rows }) => rows.p2pOrders).findLast((row) => row.id === id)!
  }

  step(kind: 'p2pCancel' | 'p2pRelease', id: number, memberId = 8): Reply {
    return this.do({ kind, ...byMember({ siteId: SITE, memberId }, this.key()), ...this.#closed(id) })
  }

  paid(id: number): Reply {
    const of = { ...byMember({ siteId: SITE, memberId: 8 }, this.key()), ...this.#closed(id) }
    return this.do({ kind: 'p2pPaid', ...of, reference: '141400원 보냄' })
  }

  argue(id: number, text = '보냈습니다', fileIds: readonly number[] = [5]): Reply {
    const of = { ...byMember({ siteId: SITE, memberId: 8 }, this.key()), ...this.#closed(id) }
    return this.do({ kind: 'p2pDispute', ...of, text, fileIds })
  }

  answer(id: number, isTaken = true): Reply {
    const of = { ...byProvider(SITE, 'p2p', `open-${id}-${++this.#event}`), ...this.#closed(id) }
    return this.do({ kind: 'p2pAnswered', ...of, isTaken, account: '신한은행 7123 하늘', memo: '4827' })
  }

  tell(state: P2pFact['state'], id: number, parts: Partial<P2pFact> = {}, provider = 'p2p'): Reply {
    const fact = { kind: 'p2p', ...this.#closed(id), state, currency: 'USDT', payer: null } as const
    const amount = this.of(id).point
    const event = byProvider(SITE, provider, `evt-${++this.#event}`)
    return this.do({ kind: 'providerFact', ...event, fact: { ...fact, amount, ...parts }, known: null })
  }

  decide(id: number, decision: 'RELEASE' | 'RETURN', parts: Partial<Of<'p2pDecide'>> = {}): Reply {
    const staff = byStaff(SITE, 9, 'saw the transfer', { approval: { id: 1, staffId: 10 } })
    const of = { ...staff, key: this.key(), ...this.#closed(id), version: this.of(id).rev }
    return this.do({ kind: 'p2pDecide', ...of, decision, ...parts })
  }

  /** An order whose merchant said where to pay. */
  taken(reply = this.order()): number {
    const { id } = reply.body as P2pOrder
    this.answer(id)
    return id
  }

  get has(): bigint {
    return this.core.snapshot().wallets.find(({ memberId, type }) => memberId === 8 && type === 'FUTURES')!.posted
  }

  float(merchantId = 1): bigint {
    return this.balance('PROVIDER_CLEARING', `p2p-${merchantId}`, 'USDT')
  }

  escrow(): bigint {
    return this.balance('P2P_ESCROW', 'p2p-1', 'USDT')
  }

  calledFor(id: number): string[] {
    return this.calls
      .flatMap(({ rows }) => rows.outgoing)
      .flatMap((row) => (row.id.startsWith(`p2p-${id}-`) ? [row.id] : []))
  }

  #closed(orderId: number) {
    const row = this.of(orderId)
    return { orderId, closed: row && row.closedAt !== null ? row : null }
  }
}
