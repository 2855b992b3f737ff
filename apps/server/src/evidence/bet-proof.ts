import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BetProof } from '@maru/contract'
import { type BetRow, betLeaf, type RoundOption, type RoundRow } from '@maru/core'
import { merkleProof, saltedLeafHash } from '@maru/evidence'

/** Hashed between two looks at other work: a large round must not hold up everyone's bets. */
const leavesATurn = 1_000

/** Proof that a bet is a leaf of its round's tree. Throws where the stored bets do not make the published root. */
export async function proveBet(
  bet: BetRow,
  round: RoundRow,
  option: RoundOption,
  bets: readonly BetRow[],
): Promise<BetProof> {
  const { currency } = option
  const leaves: Uint8Array[] = []
  for (const [index, one] of bets.entries()) {
    if (one.leafIndex !== index) throw new Error(`round ${round.id} misses the bet at place ${index}`)
    leaves.push(saltedLeafHash(one.salt, betLeaf(one, currency)))
    if (index % leavesATurn === leavesATurn - 1) await nextTurn()
  }
  const proof = merkleProof(leaves, bet.leafIndex)
  if (proof.root !== round.betRoot) throw new Error(`the bets of round ${round.id} do not make its root`)
  return { leaf: betLeaf(bet, currency), salt: bet.salt, ...proof }
}
