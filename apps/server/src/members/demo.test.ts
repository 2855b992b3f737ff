import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { startHttp, unlimited } from '../../test/http-app.ts'
import { seedDemo } from './index.ts'

const tryPartner = async (house: Awaited<ReturnType<typeof startHttp>>, password: string, secret: string) => {
  const otp = new TOTP({ secret }).generate()
  const payload = { username: 'partner1', password, otp }
  return (await house.app.inject({ method: 'POST', url: '/api/login?siteInfoId=1', payload })).statusCode
}

const staffAndPartner = 'admin admin2 operator operator2 finance finance2 cs audit partner1 hanbit'.split(' ')

describe('the demo', () => {
  it('keeps what is there when it is seeded again', async () => {
    const house = await startHttp({ rates: unlimited, template: 'migrated' })
    await house.database.run("update member set nick = '그대로' where username = 'demo1'")
    expect(await seedDemo(house.deps)).toEqual([])
    expect((await house.login('demo1')).user.nick).toBe('그대로')
    expect(await tryPartner(house, 'demo-pass-2026', 'JBSWY3DPEHPK3PXP')).toBe(200)
    await house.close()
  })

  it('gives staff and partner secrets of their own, told once, when others can reach the server', async () => {
    const house = await startHttp({ rates: unlimited, template: 'migrated', env: { HOST: '0.0.0.0' } })
    expect(house.seeded.map((login) => login.username)).toEqual(staffAndPartner)
    expect(await tryPartner(house, 'demo-pass-2026', 'JBSWY3DPEHPK3PXP')).toBe(401)
    const partner = house.seeded.find((login) => login.username === 'partner1')
    expect(await tryPartner(house, partner?.password ?? '', partner?.totpSecret ?? '')).toBe(200)
    expect(await seedDemo(house.deps)).toEqual([])
    expect(house.logged()).not.toContain(partner?.password)
    await house.login('demo1')
    await house.close()
  })

  it('takes the well-known ones back when a server that was for this machine only is opened to others', async () => {
    const house = await startHttp({ rates: unlimited })
    const opened = await seedDemo({ ...house.deps, config: { ...house.deps.config, host: '0.0.0.0' } })
    const partner = opened.find((login) => login.username === 'partner1')
    expect(opened.map((login) => login.username)).toEqual(staffAndPartner)
    expect(await tryPartner(house, 'demo-pass-2026', 'JBSWY3DPEHPK3PXP')).toBe(401)
    expect(await tryPartner(house, partner?.password ?? '', partner?.totpSecret ?? '')).toBe(200)
    await house.close()
  })

  it('opens nothing with its published passwords once DEMO=0, also where an earlier start left its accounts', async () => {
    const house = await startHttp({ rates: unlimited, env: { DEMO: '0' } })
    await expect(house.login('demo1')).rejects.toThrow('LOGIN_FAILED')
    expect(await tryPartner(house, 'demo-pass-2026', 'JBSWY3DPEHPK3PXP')).toBe(401)
    await house.close()
  })

  it('does not when it is a public demo on purpose', async () => {
    const house = await startHttp({
      rates: unlimited,
      template: 'migrated',
      env: { HOST: '0.0.0.0', DEMO_PUBLIC: '1' },
    })
    expect(house.seeded).toEqual([])
    expect(await tryPartner(house, 'demo-pass-2026', 'JBSWY3DPEHPK3PXP')).toBe(200)
    await house.close()
  })
})
