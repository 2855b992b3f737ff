import type { BetProof } from '@maru/contract'
import { saltedLeafHash } from './hash.ts'
import { verifyProof } from './merkle.ts'

/** Whether a bet, with its salt, is a leaf of the root that was published when its round locked. */
export function verifyBetProof(proof: BetProof, publishedRoot: string | null): boolean {
  if (proof.root !== publishedRoot || !/^(?:[0-9a-f]{2})*$/.test(proof.salt)) return false
  return verifyProof(saltedLeafHash(proof.salt, proof.leaf), proof)
}
