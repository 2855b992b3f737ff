import { createHash, randomBytes } from 'node:crypto'
import { StaffRole } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
import { type About, type ApprovalRow, type ApprovalWork, field, none, type StoredKind } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import type { Messages } from '../outgoing/index.ts'
import type { Tx } from '../ports.ts'
import type { Site, SiteDirectory } from '../sites/index.ts'
import type { ApiAct } from '../staff-log/index.ts'
import { hashPassword, ownAddress } from './passwords.ts'
import { insertStaff } from './staff.ts'
import { countSupers, disableStaff, endTotp, keepActivation, lockStaff, setStaff, staffRows } from './staff-store.ts'
import { insertMember, memberByUsername } from './store.ts'

const dayMs = 86_400_000

export const suspended: BothLanguages = { ko: '중지', en: 'Suspended' }

/** What a new member of staff reads, who has not said yet which language he reads. */
const activation = {
  subject: { ko: '콘솔 직원 계정', en: 'Console staff account' },
  text: {
    ko: '계정이 만들어졌습니다. 24시간 안에 아래 링크에서 비밀번호를 정하고 인증 앱을 등록하세요.',
    en: 'Your account was created. Within 24 hours, open the link below to set your password and register an authenticator app.',
  },
  code: {
    ko: '링크가 열리지 않으면 콘솔의 로그인 화면에서 아래 코드를 입력하세요.',
    en: 'If the link does not open, enter the code below on the sign-in page of the console.',
  },
} as const

/** What the code of an activation is kept as. */
export const activationHash = (code: string): Buffer => createHash('sha256').update(code).digest()

/** The page that takes the code. What stands behind # is sent to no server, so no log holds the code. */
export function activationLink(
  { consoleHost, port }: Pick<Deps['config'], 'consoleHost' | 'port'>,
  site: Pick<Site, 'code' | 'domains'> | null,
  username: string,
  code: string,
): string {
  const host = consoleHost ?? site?.domains[0]
  const origin = host === undefined ? `http://localhost:${port}` : `https://${host}`
  return `${origin}/console/?site=${encodeURIComponent(site?.code ?? '')}#activate/${username}/${code}`
}

/** Changes of staff, as the second person's yes carries them out. Who they are about is not their second person. */
export function staffChanges(deps: Deps, messages: Messages, sites: Pick<SiteDirectory, 'byId'>) {
  const { clocks, ids } = deps
  const permission = 'staff' as const
  const bars: ApprovalWork['bars'] = (row, member) => (row.subjectId === member.memberId ? 'APPROVAL_SELF' : null)
  const staffOf = async ({ siteId, subjectId }: About, tx: Tx) => {
    const [row] = await staffRows(tx, siteId, subjectId)
    if (row === undefined) throw new Refused('USER_NOT_FOUND')
    return row
  }
  const changed = (row: string, before: object, after: object) =>
    [{ table: 'staff', row, before, after }] as unknown as ApiAct['changes']

  async function create(tx: Tx, { siteId, payload }: ApprovalRow): Promise<ApiAct['changes']> {
    const username = String(payload['username'])
    const email = String(payload['email'])
    const role = StaffRole.parse(payload['role'])
    const siteIds = sitesOf(payload['siteIds'])
    if ((await memberByUsername(tx, siteId, username)) !== null) throw new Refused('USERNAME_DUPLICATE')
    const id = ids.next()
    const now = clocks.wall()
    const nobody = {
      phoneSealed: null,
      phoneHash: null,
      phoneEnd: null,
      phoneVerifiedAt: null,
      emailVerifiedAt: null,
      bankSealed: null,
    }
    await insertMember(tx, {
      ...nobody,
      siteId,
      id,
      username,
      nick: `staff-${id}`,
      name: String(payload['name']),
      email,
      addressSealed: null,
      // Nobody knows it: the code of the mail sets the first one.
      passwordHash: await hashPassword(randomBytes(32).toString('base64url'), ownAddress),
      kind: 'STAFF',
      status: 'ACTIVE',
      totpSealed: null,
      marketing: null,
      inflow: null,
      partnerId: null,
      createdAt: now,
    })
    await insertStaff(tx, { siteId, memberId: id, role, siteIds }, now)
    const code = randomBytes(32).toString('base64url')
    await keepActivation(tx, siteId, id, activationHash(code), now + dayMs)
    const subject = `${activation.subject.ko} · ${activation.subject.en}`
    const { text: why, code: otherwise } = activation
    const link = activationLink(deps.config, sites.byId(siteId), username, code)
    const text = [username, why.ko, why.en, link, otherwise.ko, otherwise.en, code].join('\n')
    const mail = { to: email, subject, text, expiresAt: now + dayMs, isForStaff: true }
    await messages.write(tx, { siteId, kind: 'mail', ...mail })
    return changed(`${siteId}:${id}`, {}, { username, role, siteIds })
  }

  async function change(tx: Tx, { siteId, subjectId, payload }: ApprovalRow): Promise<ApiAct['changes']> {
    const before = await lockStaff(tx, siteId, subjectId)
    const role = StaffRole.parse(payload['role'])
    const siteIds = sitesOf(payload['siteIds'])
    const was = `${before?.role} ${before?.siteIds.join(',')}`
    if (before === null || was !== payload['from']) throw new Refused('STALE_VERSION')
    await setStaff(tx, siteId, subjectId, role, siteIds)
    await requireTwoSupers(tx, siteId)
    return changed(`${siteId}:${subjectId}`, { role: before.role, siteIds: before.siteIds }, { role, siteIds })
  }

  async function disable(tx: Tx, { siteId, subjectId }: ApprovalRow): Promise<ApiAct['changes']> {
    if ((await lockStaff(tx, siteId, subjectId)) === null) throw new Refused('STALE_VERSION')
    const now = clocks.wall()
    await disableStaff(tx, siteId, subjectId, now)
    await requireTwoSupers(tx, siteId)
    return changed(`${siteId}:${subjectId}`, { disabledAt: null }, { disabledAt: now })
  }

  async function resetTotp(tx: Tx, { siteId, subjectId }: ApprovalRow): Promise<ApiAct['changes']> {
    if ((await lockStaff(tx, siteId, subjectId)) === null) throw new Refused('STALE_VERSION')
    await endTotp(tx, siteId, subjectId, clocks.wall())
    return changed(`${siteId}:${subjectId}`, { isTotpOn: true }, { isTotpOn: false })
  }

  return {
    STAFF_CREATE: {
      permission,
      fields: ({ payload }) => [
        field({ ko: '아이디', en: 'Username' }, null, String(payload['username'])),
        field({ ko: '이름', en: 'Name' }, null, String(payload['name'])),
        // Whoever reads its mails sets the first password.
        field({ ko: '이메일', en: 'E-mail' }, null, String(payload['email'])),
        field({ ko: '역할', en: 'Role' }, null, String(payload['role'])),
        field({ ko: '사이트', en: 'Sites' }, null, String(payload['siteIds'])),
      ],
      change: create,
    },
    STAFF_ROLE: {
      permission,
      bars,
      internal: ['from'],
      fields: async (about, tx) => {
        const { username, role, siteIds } = await staffOf(about, tx)
        return [
          field({ ko: '직원', en: 'Staff member' }, null, username),
          field({ ko: '역할', en: 'Role' }, role, String(about.payload['role'])),
          field({ ko: '사이트', en: 'Sites' }, siteIds.join(','), String(about.payload['siteIds'])),
        ]
      },
      change,
    },
    STAFF_DISABLE: {
      permission,
      bars,
      internal: ['username'],
      fields: async (about, tx) => {
        const { username, disabledAt } = await staffOf(about, tx)
        return [
          field({ ko: '직원', en: 'Staff member' }, null, username),
          field(
            { ko: '계정', en: 'Account' },
            disabledAt === null ? { ko: '사용', en: 'In use' } : suspended,
            suspended,
          ),
        ]
      },
      change: disable,
    },
    STAFF_TOTP_RESET: {
      permission,
      bars,
      internal: ['username'],
      fields: async (about, tx) => {
        const { username, isTotpOn } = await staffOf(about, tx)
        return [
          field({ ko: '직원', en: 'Staff member' }, null, username),
          field({ ko: '인증 앱', en: 'Authenticator app' }, isTotpOn ? { ko: '등록됨', en: 'Registered' } : none, none),
        ]
      },
      change: resetTotp,
    },
  } satisfies Partial<Record<StoredKind, ApprovalWork>>
}

const sitesOf = (text: unknown): number[] => String(text).split(',').map(Number)

/** With one SUPER nothing that takes two of them could be done any more, this neither. */
async function requireTwoSupers(tx: Tx, siteId: number): Promise<void> {
  if ((await countSupers(tx, siteId)) < 2) throw new Refused('INVALID_REQUEST', { key: 'role' })
}
