import { byStaff } from '@maru/core'
import { demoPassword } from '../src/members/index.ts'
import { appCode } from './authenticator.ts'
import { type Answer, startTestServer, type TestServer, type TestServerSetup } from './harness.ts'

export const staffSecret = 'JBSWY3DPEHPK3PXP'

/** A server whose holds and cancel window are as a test needs them. */
export async function moneyServer(
  changes: Readonly<Record<string, unknown>>,
  setup: TestServerSetup = {},
): Promise<TestServer> {
  const server = await startTestServer(setup)
  await configureMoney(server, changes)
  return server
}

/** Changes numbers of site 1. */
export async function configureMoney(server: TestServer, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const reply = await server.deps.core.submit({
    kind: 'configure',
    ...byStaff(1, 1101, 'test'),
    scope: 'money',
    optionId: null,
    changes,
    effectiveFrom: null,
  })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}

/** A member who has enrolled an app: each of his recovery codes is one proof. */
export async function enrolled(server: TestServer, username: string) {
  const { accessToken: token } = await server.login(username)
  const started = await server.call('/api/user/totp/start', { token, body: {} })
  const otp = appCode(started.body.secret, Date.now())
  const confirmed = await server.call('/api/user/totp/confirm', { token, body: { otp } })
  const codes: string[] = confirmed.body.recoveryCodes
  return {
    token,
    /** A proof that was not used yet. */
    otp: (): string => codes.pop()!,
    post: (path: string, body: object, key: string | true = true): Promise<Answer> =>
      server.call(path, { token, key, body }),
    get: (path: string): Promise<Answer> => server.call(path, { token }),
  }
}

/** A signed-in member of staff. */
export async function staff(server: TestServer, username: string) {
  const otp = appCode(staffSecret, Date.now())
  const login = await server.call('/api/login', { body: { username, password: demoPassword, otp } })
  if (login.status !== 200) throw new Error(`sign-in of ${username}: ${JSON.stringify(login.body)}`)
  const token: string = login.body.accessToken
  return {
    token,
    get: (path: string, siteInfoId = 1): Promise<Answer> => server.call(path, { token, siteInfoId }),
    post: (path: string, body: object, siteInfoId = 1, key: string | true = true): Promise<Answer> =>
      server.call(path, { token, key, body, siteInfoId }),
  }
}

/** Members of staff, each signed in once: a code of theirs counts once. */
export function staffOf(server: TestServer): (username: string) => ReturnType<typeof staff> {
  const known = new Map<string, ReturnType<typeof staff>>()
  return (username) => {
    const who = known.get(username) ?? staff(server, username)
    known.set(username, who)
    return who
  }
}
