export { verifyBetProof } from './bet-proof.ts'
export { fromHex, toHex } from './bytes.ts'
export type { Detail } from './detail.ts'
export { chainHash, chainStart, emptyRoot, leafHash, nodeHash, saltedLeafHash } from './hash.ts'
export { jcs } from './jcs.ts'
export { type LiabilityCheck, liabilityLeaf, signedPart, verifyLiability } from './liabilities.ts'
export { type InclusionProof, merkleProof, merkleRoot, type ProofStep, verifyProof } from './merkle.ts'
export { MerkleFrontier } from './merkle-frontier.ts'
export { type PrunedTree, prunedProof, prunedRoot, pruneTree } from './pruned-tree.ts'
export { type Check, type CheckName, type EvidenceKey, verifyRoundEvidence } from './round-evidence.ts'
export { generateKeyPair, publicKeyOf, sign, verify } from './signature.ts'
export {
  emptySum,
  type SumNode,
  type SumProof,
  type SumStep,
  siblingsOf,
  sumNode,
  sumParents,
  sumStep,
  verifySum,
} from './sum-tree.ts'
