import { SiteInfo } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
  await house.database.run("update site set domains = array['en.maru.example'] where id = 15")
  await house.app.sites.load()
})
afterAll(() => house.close())

const site = async (query: string, host = 'localhost') =>
  (await house.app.inject({ url: `/api/site_info/code${query}`, headers: { host } })).json()

describe('the site', () => {
  it('is the one whose domains hold the host, whatever else is asked', async () => {
    expect((await site('', 'en.maru.example')).id).toBe(15)
    expect((await site('?site=maru', 'EN.maru.example:8080')).id).toBe(15)
  })

  it('says how often members are reminded of time and result, as the site is configured', async () => {
    expect((await site('?site=maru')).realityCheckMs).toBe(3_600_000)
    await house.database.run(
      "insert into site_config (site_id, max_day_exposure, binary_currency, reality_check_ms) values (1, 1, 'KRW', 1200000)",
    )
    expect((await site('?site=maru')).realityCheckMs).toBe(1_200_000)
    expect((await site('?site=maru-global')).realityCheckMs).toBe(3_600_000)
  })

  it('is named by code in DEMO, and maru without one', async () => {
    expect(SiteInfo.parse(await site(''))).toMatchObject({ id: 1, code: 'maru', type: '101101', stockPrefix: 'CR' })
    expect((await site('?site=maru-global')).id).toBe(33)
    expect((await site('?code=maru-intl')).id).toBe(25)
    expect((await site('?site=nobody')).code).toBe('SITE_NOT_FOUND')
  })

  it('has rounds where its coins name BINARY, whatever its flags say', async () => {
    const typeWith = async (coins: string) => {
      await house.database.run(`update site set flags = '000100', used_coins = '${coins}' where id = 33`)
      await house.app.sites.load()
      return (await site('?site=maru-global')).type
    }
    expect(await typeWith('FUTURES')).toBe('000100')
    expect(await typeWith('FUTURES, BINARY')).toBe('000101')
  })

  it('has no accent that could be taken for buy or sell', async () => {
    const accentWith = async (accent: string) => {
      await house.database.run(`update site set accent = '${accent}' where id = 33`)
      await house.app.sites.load()
      return (await site('?site=maru-global')).accent
    }
    expect(await accentWith('#f04452')).toBeNull()
    expect(await accentWith('crimson')).toBeNull()
    expect(await accentWith('#8b5cf6')).toBe('#8b5cf6')
  })

  it('orders and cuts its own footer, of entries that there are', async () => {
    expect((await site('')).footer).toBeNull()
    await house.database.run("update site set footer = array['order', 'home', 'more'] where id = 25")
    await house.app.sites.load()
    expect(SiteInfo.parse(await site('?site=maru-intl')).footer).toEqual(['order', 'home', 'more'])
    for (const wrong of ["array['casino', 'more']", "array['more']"])
      await expect(house.database.run(`update site set footer = ${wrong} where id = 25`)).rejects.toThrow(/site_footer/)
  })

  it('tells its languages: English on 15 and 33, for guests on 25', async () => {
    const languages = await Promise.all(
      ['maru', 'maru-en', 'maru-intl', 'maru-global'].map(async (code) => {
        const { id, language, guestLanguage } = await site(`?site=${code}`)
        return [id, language, guestLanguage]
      }),
    )
    expect(languages).toEqual([
      [1, 'ko', 'ko'],
      [15, 'en', 'en'],
      [25, 'ko', 'en'],
      [33, 'en', 'en'],
    ])
  })
})

describe('the clock', () => {
  it('is told without a site, also to somebody with a dead token', async () => {
    const answer = await house.app.inject({
      url: '/api/server_time_offset',
      headers: { authorization: 'Bearer dead.to.ken' },
    })
    expect(answer.statusCode).toBe(200)
    expect(Math.abs(answer.json().serverTime - Date.now())).toBeLessThan(60_000)
  })
})

describe('tenancy', () => {
  const person = {
    username: 'twin',
    password: 'lantern-orbit-7',
    name: '홍길동',
    phone: '010-7777-0001',
    nick: '쌍둥이',
  }
  const signup = (id: number) =>
    house.app.inject({ method: 'POST', url: `/api/player?siteInfoId=${id}`, payload: person })

  it('keeps two members of one name apart', async () => {
    const [one, fifteen] = [(await signup(1)).json(), (await signup(15)).json()]
    expect(one.id).not.toBe(fifteen.id)
    const mine = await house.login('twin', 15, person.password)
    expect(mine.user.id).toBe(fifteen.id)
    const other = await house.login('twin', 1, person.password)
    const headers = { authorization: `Bearer ${mine.accessToken}` }
    const sessions = await house.app.inject({
      url: '/api/session/list',
      headers: { authorization: `Bearer ${other.accessToken}` },
    })
    const revoke = await house.app.inject({
      method: 'POST',
      url: '/api/session/revoke',
      headers,
      payload: { id: sessions.json()[0].id },
    })
    expect([revoke.statusCode, revoke.json().code]).toEqual([404, 'HISTORY_NOT_FOUND'])
    const foreign = await house.app.inject({
      method: 'POST',
      url: '/api/player/change_nick',
      headers,
      payload: { id: one.id, nick: '새이름' },
    })
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'USER_NOT_FOUND'])
  })

  it('shows a query that forgets the site its own rows only, and none without a site', async () => {
    const tables = ['member', 'partner', 'login_session', 'refresh_token', 'login_attempt']
    for (const table of tables) {
      const seen = await house.deps.db.tenant(15, (tx) =>
        tx.query<{ site_id: string }>(`select distinct site_id from ${table}`),
      )
      expect(seen.filter((row) => row.site_id !== '15')).toEqual([])
    }
    const all = await house.database.run('select distinct site_id from member order by 1')
    expect(all.map((row) => row['site_id'])).toEqual(['1', '15'])
    await expect(
      house.deps.db.tenant(15, (tx) => tx.query("update member set nick = 'x' where username = 'demo1' returning id")),
    ).resolves.toEqual([])
    await expect(
      house.deps.db.tenant(15, (tx) => tx.query("insert into login_attempt values (1, 'x', 'y', 1, 1, 0)")),
    ).rejects.toThrow(/row-level security/)
  })
})
