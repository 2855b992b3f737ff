import type { PostingRow } from '../../src/index.ts'

/** A posting that has to be there. */
export type Due = Pick<PostingRow, 'siteId' | 'account' | 'sub' | 'memberId' | 'walletType' | 'currency' | 'amount'>

/** The postings that a call must have made: these, and no other. */
export class Expected {
  readonly #due: string[] = []

  add(refId: number | null, ...postings: readonly Due[]): void {
    for (const posting of postings) this.#due.push(nameOf(posting, refId))
  }

  compare(postings: readonly PostingRow[]): void {
    const made = postings.map((posting) => nameOf(posting, posting.refId)).sort()
    const due = this.#due.sort()
    if (made.join('\n') !== due.join('\n'))
      throw new Error(`money was posted as\n${made.join('\n')}\nand not as rules D say:\n${due.join('\n')}`)
  }
}

const nameOf = ({ siteId, account, sub, memberId, walletType, currency, amount }: Due, refId: number | null): string =>
  [refId, siteId, account, sub, memberId ?? '', walletType ?? '', currency, amount].join(' ')
