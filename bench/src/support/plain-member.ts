import type { insertMember } from '../../../apps/server/src/members/store.ts'
import { siteId } from './house.ts'

/** The row of a member of site 1 who has nothing beside his name. */
export const plainMember = (id: number): Parameters<typeof insertMember>[1] => ({
  siteId,
  id,
  username: `m${id}`,
  nick: `m${id}`,
  name: `회원${id}`,
  kind: 'MEMBER',
  status: 'ACTIVE',
  email: '',
  emailVerifiedAt: null,
  phoneSealed: null,
  phoneHash: null,
  phoneEnd: null,
  phoneVerifiedAt: null,
  bankSealed: null,
  addressSealed: null,
  marketing: null,
  inflow: null,
  partnerId: null,
  passwordHash: '',
  totpSealed: null,
  createdAt: Date.now(),
})
