import { bySystem } from '@maru/core'
import type { TestServer } from './harness.ts'

const dayMs = 86_400_000

export interface Stake {
  readonly memberId: number
  readonly side: 'B' | 'S'
  readonly point: number
  readonly bonus?: number
  readonly status?: number
  readonly at?: number
}

/** Writes what members of site 1 bring their partners, as the journal would have it. */
export class PartnerWeeks {
  readonly #server: TestServer
  #id = 8_000_000_000_000

  constructor(server: TestServer) {
    this.#server = server
  }

  async fee(memberId: number, at: number, amount: number, currency = 'USDT', reason = 'FUTURES_FEE'): Promise<void> {
    const account = reason === 'FUTURES_LIQUIDATION_FEE' ? 'INSURANCE_FUND' : 'FEE_FUTURES'
    await this.#server.database.run(
      `insert into posting (site_id, id, txn_id, account, sub, member_id, wallet_type, currency, amount, reason, at)
       values (1, $1, $1, 'MEMBER', '', $3, 'FUTURES', $4, -$5::bigint, $6, $7), (1, $2, $1, $8, '', null, null, $4, $5, $6, $7)`,
      [++this.#id, ++this.#id, memberId, currency, amount, reason, at, account],
    )
  }

  /** What a member wins (or loses, below 0) of the house. */
  async result(
    memberId: number,
    at: number,
    amount: number,
    [reason, account] = ['OVERSEA_PNL', 'PNL_OVERSEA'],
    currency = 'KRW',
  ): Promise<void> {
    await this.#server.database.run(
      `insert into posting (site_id, id, txn_id, account, sub, member_id, wallet_type, currency, amount, reason, at)
       values (1, $1, $1, 'MEMBER', '', $3, 'BINARY', $4, $5, $6, $7), (1, $2, $1, $8, '', null, null, $4, -$5::bigint, $6, $7)`,
      [++this.#id, ++this.#id, memberId, currency, amount, reason, at, account],
    )
  }

  /** A round in the middle of a week with its stakes, decided then unless they say otherwise. */
  async round(week: number, stakes: readonly Stake[], isSettled = true): Promise<number> {
    const { run } = this.#server.database
    const id = ++this.#id
    const at = week + 3 * dayMs
    const row = {
      id,
      start_at: at - 60_000 - (id % 50_000),
      open_at: at - 120_000,
      end_at: at,
      bet_count: stakes.length,
    }
    await run(
      `insert into round select (jsonb_populate_record(r, $1)).* from round r where r.site_id = 1 order by r.id limit 1`,
      [JSON.stringify({ ...row, settled_at: isSettled ? week + 7 * dayMs + 5 : null })],
    )
    for (const [leaf, { memberId, side, point, bonus = 0, status = 1, at: settled = at }] of stakes.entries())
      await run(
        `insert into bet (site_id, id, trade_round_id, option_id, member_id, side, point, bonus_point, payout_rate_bp, accepted_at,
           leaf_index, salt, status, profit, settled_at)
         values (1, $1, $2, 1, $3, $4, $5, $6, 19000, $7, $8, '', $9, 0, $7)`,
        [++this.#id, id, memberId, side, point, bonus, settled, leaf, status],
      )
    return id
  }

  /** Whoever leads, and what a member paid for a copy of him. */
  async copied(memberId: number, traderId: number, at: number, usdt: number): Promise<void> {
    const { run } = this.#server.database
    const [follow, position, fill, txn] = [++this.#id, ++this.#id, ++this.#id, ++this.#id]
    await run(
      `insert into copy_trader (site_id, member_id, state, is_active, is_hide, share_ppm, applied_at, slots, leads, version)
       values (1, $1, 'ENDED', true, false, 0, 1, 0, '[]', 1) on conflict do nothing`,
      [traderId],
    )
    await run(
      `insert into copy_follow (site_id, id, trader_id, member_id, slot, known, option_ids, multiply_per, one_max_bet, max_bet, slip_ppm,
         share_ppm, skips, quit, loss_stop_close, net_before, started_at) values (1, $1, $2, $3, 0, '[]', '[]', 100, 1, 1, 1000, 0, 0, '[]', true, 0, 1)`,
      [follow, traderId, memberId],
    )
    await run(
      `insert into trading_position (site_id, id, lot, book, option_id, member_id, side, qty, entry_quote, leverage, margin_type, margin,
         funding_index, funding_fee, fee, realized_pnl, max_qty, opened_quote, closed_qty, closed_quote, is_warned, opened_at, closed_at,
         owed_close, follow_id, changed_at, other_pnl)
       values (1, $1, $1, 'futures', 1, $2, 'LONG', 0, 0, 1, 'ISOLATED', 0, 0, 0, 0, 0, 1, 0, 1, 0, false, 1, 1, 0, $3, 1, 0)`,
      [position, memberId, follow],
    )
    await run(
      `insert into trading_fill (site_id, id, book, fan_out_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
         realized_pnl, is_close, is_maker, best, book_u, book_ts, at)
       values (1, $1, 'futures', 1, $2, 1, $3, 'LONG', 'MARKET', 1, 1, 0, 0, false, false, 1, 1, 1, $4)`,
      [fill, position, memberId, at],
    )
    await run(
      `insert into posting (site_id, id, txn_id, account, sub, member_id, wallet_type, currency, amount, reason, ref_id, at)
       values (1, $1, $1, 'MEMBER', '', $3, 'FUTURES', 'USDT', -$4::bigint, 'FUTURES_FEE', $5, $6),
              (1, $2, $1, 'FEE_FUTURES', '', null, null, 'USDT', $4, 'FUTURES_FEE', $5, $6)`,
      [txn, ++this.#id, memberId, usdt, fill, at],
    )
  }

  /** Members use one device from now on. */
  async sameDevice(hash: string, ...memberIds: number[]): Promise<void> {
    for (const memberId of memberIds) {
      const trait = { trait: 'DEVICE', hash: hash.repeat(16), memberId } as const
      await this.#server.deps.core.submit({ kind: 'noteTrait', ...bySystem(1), ...trait })
    }
  }
}
