import { isMobile } from '@maru/contract/device'
import type { Access } from './access-token.ts'

/** A member by site and id. */
interface Who {
  readonly siteId: number
  readonly memberId: number
}

/** The members who may not use a mobile device. Kept current by whoever watches the members' table, so that tokens issued before count too. */
export class BlockedDevices {
  private blocked: ReadonlySet<string> = new Set()

  /** May this holder of a token not come in from this browser? */
  bars(access: Access, userAgent: string | undefined): boolean {
    return (access.noMobile || this.blocked.has(keyOf(access))) && isMobile(userAgent)
  }

  /** Takes over who is blocked now; returns who was not before. */
  replace<T extends Who>(members: readonly T[]): T[] {
    const added = members.filter((member) => !this.blocked.has(keyOf(member)))
    this.blocked = new Set(members.map(keyOf))
    return added
  }
}

const keyOf = ({ siteId, memberId }: Who): string => `${siteId}:${memberId}`
