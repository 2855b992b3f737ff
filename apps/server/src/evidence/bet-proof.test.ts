import type { BetRow, RoundOption, RoundRow } from '@maru/core'
import { betLeaf } from '@maru/core'
import { merkleRoot, saltedLeafHash, toHex, verifyBetProof } from '@maru/evidence'
import { expect, test } from 'vitest'
import { proveBet } from './bet-proof.ts'

const option = { currency: 'KRW' } as RoundOption
const bets = Array.from(
  { length: 2_345 },
  (_, leafIndex) =>
    ({
      id: 1_000 + leafIndex,
      tradeRoundId: 9,
      side: leafIndex % 2 ? 'B' : 'S',
      point: BigInt(5_000 + 1_000 * (leafIndex % 7)),
      acceptedAt: 77 + leafIndex,
      leafIndex,
      salt: leafIndex.toString(16).padStart(32, '0'),
    }) as BetRow,
)
const betRoot = toHex(merkleRoot(bets.map((bet) => saltedLeafHash(bet.salt, betLeaf(bet, 'KRW')))))
const round = { id: 9, betRoot } as RoundRow

test('every bet of a large round is proven under its root', async () => {
  for (const bet of [bets[0], bets[1_500], bets.at(-1)]) {
    if (!bet) throw new Error('a bet')
    const proof = await proveBet(bet, round, option, bets)
    expect(proof.leafCount).toBe(bets.length)
    expect(verifyBetProof(proof, betRoot)).toBe(true)
  }
})

test('bets that do not make the published root are a fault, not a proof', async () => {
  const first = bets[0] as BetRow
  const changed = bets.map((bet, index) => (index === 3 ? { ...bet, point: bet.point + 1n } : bet))
  await expect(proveBet(first, round, option, changed)).rejects.toThrow('do not make its root')
  await expect(proveBet(first, round, option, bets.slice(1))).rejects.toThrow('misses the bet')
})
