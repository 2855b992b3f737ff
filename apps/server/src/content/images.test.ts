import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

let server: TestServer
let cs: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  cs = await staff(server, 'cs')
})
afterAll(() => server.close())

const drawing = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#2a6' } })
const whole = await drawing(32).png().toBuffer()
const photo = await drawing(32)
  .jpeg()
  .withExifMerge({ IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
  .toBuffer()
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** Little to send, much to unpack. */
const bomb = await drawing(12_000).png({ compressionLevel: 9 }).toBuffer()
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const tooLarge = Buffer.concat([whole, Buffer.alloc(5 * 1024 * 1024 + 1 - whole.length)])

const send = (name: string, bytes: Buffer, by = cs) =>
  by.post('/api/console/image', { reason: '글의 그림', name, data: bytes.toString('base64') })
const count = async () => (await server.database.run('select count(*)::int as count from content_image'))[0]?.['count']

it('a picture is drawn anew, stands in a text under a name of the house, and is served as nothing else', async () => {
  const { body } = await send('사진.jpg', photo)
  expect(body).toMatchObject({
    url: expect.stringMatching(/^\/api\/content\/image\/1\/[\da-f-]{36}\.jpeg$/),
    width: 32,
  })
  const answer = await fetch(new URL(body.url, server.url))
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const kept = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 32 })
  expect((await sharp(kept).metadata()).exif).toBeUndefined()

  const content = `<p>가</p><img src="${body.url}" alt="행사" width="32" height="32" onload="x">`
  const fields = { reason: '안내', category: 'EVENT', title: '그림', isForced: false, isPinned: false }
  expect(refusal(await cs.post('/api/console/notice', { ...fields, content }))).toEqual([422, 'CONTENT_UNSAFE'])
  const made = await cs.post('/api/console/notice', { ...fields, content: content.replace(' onload="x"', '') })
  expect(made.body.content).toBe(`<p>가</p><img src="${body.url}" alt="행사" width="32" height="32" />`)
  const alone = await cs.post('/api/console/notice', { ...fields, content: `<img src="${body.url}" alt="행사">` })
  expect(alone.status).toBe(200)
})

it.each(['%00', 'a%00.png', '..%2f..%2fetc%2fpasswd', `${'a'.repeat(36)}.svg`, '%ff'])(
  'an address that no picture has is not found: %s',
  async (name) => {
    expect([400, 404]).toContain((await server.call(`/api/content/image/1/${name}`, { siteInfoId: null })).status)
  },
)

it('no other picture stands in a text', async () => {
  const fields = { reason: '안내', category: 'EVENT', title: '그림', isForced: false, isPinned: false }
  for (const src of ['https://example.com/a.png', '//example.com/a.png', '/api/content/image/1/../../me', 'a.png']) {
    const made = await cs.post('/api/console/notice', { ...fields, content: `<p>가</p><img src="${src}">` })
    expect(made.body.content).toBe('<p>가</p>')
    const alone = await cs.post('/api/console/notice', { ...fields, content: `<img src="${src}">` })
    expect(refusal(alone)).toEqual([422, 'CONTENT_EMPTY'])
  }
  const data = await cs.post('/api/console/notice', { ...fields, content: '<p>가</p><img src="data:image/svg+xml,x">' })
  expect(refusal(data)).toEqual([422, 'CONTENT_UNSAFE'])
})

it.each([
  ['5 MB and one byte', 'a.png', tooLarge, [413, 'PAYLOAD_TOO_LARGE']],
  ['a picture of 144 megapixels in a few bytes', 'a.png', bomb, [400, 'IMAGE_PIXELS']],
  ['a GIF renamed .png', 'a.png', gif, [400, 'IMAGE_TYPE']],
  ['a drawing with a script', 'a.svg', svg, [400, 'IMAGE_TYPE']],
  ['a drawing renamed .png', 'a.png', svg, [400, 'IMAGE_TYPE']],
  ['a picture of another name', 'a.jpg', whole, [400, 'IMAGE_TYPE']],
  ['a picture with a page behind it', 'a.png', Buffer.concat([whole, svg]), [400, 'IMAGE_TYPE']],
  ['a damaged picture', 'a.png', damaged(), [400, 'FILE_REJECTED']],
] as const)('%s is refused and leaves nothing', async (_, name, bytes, expected) => {
  const before = await count()
  expect(refusal(await send(name, bytes))).toEqual(expected)
  expect(await count()).toBe(before)
})

it('is sent by those who write texts, once under one key, and is written down', async () => {
  expect(refusal(await send('a.png', whole, await staff(server, 'finance')))).toEqual([403, 'PERMISSION_DENIED'])
  const twice = { reason: '글의 그림', name: 'a.png', data: whole.toString('base64') }
  const key = '00000000-0000-4000-8000-000000000001'
  const [first, second] = [
    await cs.post('/api/console/image', twice, 1, key),
    await cs.post('/api/console/image', twice, 1, key),
  ]
  expect(second.body).toEqual(first.body)
  const audit = await staff(server, 'audit')
  const { content } = (await audit.get('/api/console/audit?action=POST%20%2Fapi%2Fconsole%2Fimage')).body
  expect(content[0]).toMatchObject({ reason: '글의 그림', changes: [{ table: 'content_image' }] })
  const nobody = await fetch(new URL(first.body.url.replace('/image/1/', '/image/15/'), server.url))
  expect(nobody.status).toBe(404)
})

/** A PNG whose pixels do not add up. */
function damaged(): Buffer {
  const bytes = Buffer.from(whole)
  bytes.fill(7, 45, bytes.length - 16)
  return bytes
}
