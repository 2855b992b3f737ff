import type { LiabilityProof, LiabilityStatement } from '@maru/contract'
import { unitsOf } from './decimal.ts'
import { saltedLeafHash } from './hash.ts'
import { verify } from './signature.ts'
import { type SumNode, verifySum } from './sum-tree.ts'

/** The leaf of one member and currency: its content is hashed under a salt that only he gets. `amount` is in minor units. */
export const liabilityLeaf = (salt: string, leaf: LiabilityProof['leaf'], amount: bigint): SumNode => ({
  hash: saltedLeafHash(salt, leaf),
  sum: amount,
})

/** What the house signs of a statement. */
export function signedPart({
  signature: _signature,
  ...statement
}: LiabilityStatement): Omit<LiabilityStatement, 'signature'> {
  return statement
}

/** What a member can check of what the house says that it owes him. */
export interface LiabilityCheck {
  readonly name: 'amount' | 'tree' | 'signature'
  readonly isOk: boolean
}

/**
 * Checks a proof in the reader's own machine: the parts of the leaf come to its amount, the leaf is counted in the total of the root, and
 * the statement bears the signature of a key of the house. `publicKeyOf`: the public key (hex) of a key id, or null.
 */
export function verifyLiability(
  { leaf, salt, index, leafCount, path, statement }: LiabilityProof,
  publicKeyOf: (keyId: string) => string | null,
): LiabilityCheck[] {
  const minor = (decimal: string) => unitsOf(decimal, statement.scale)
  const isOfStatement =
    leaf.siteId === statement.siteId && leaf.month === statement.month && leaf.currency === statement.currency
  const publicKey = publicKeyOf(statement.keyId)
  return [
    { name: 'amount', isOk: isOfStatement && read(() => sumOf(leaf, minor) === minor(leaf.amount)) },
    {
      name: 'tree',
      isOk:
        read(() =>
          verifySum(
            liabilityLeaf(salt, leaf, minor(leaf.amount)),
            { index, leafCount, path },
            { hash: statement.root, sum: minor(statement.total) },
          ),
        ) && leafCount === statement.leafCount,
    },
    { name: 'signature', isOk: publicKey !== null && verify(signedPart(statement), statement.signature, publicKey) },
  ]
}

const sumOf = ({ parts }: LiabilityProof['leaf'], minor: (decimal: string) => bigint): bigint =>
  Object.values(parts).reduce((sum, part) => sum + minor(part), 0n)

/** False where a text is no number of its kind. */
function read(check: () => boolean): boolean {
  try {
    return check()
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
