// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { showNotice, takeBackNotice } from './forced-notices.ts'
import { NoticeDialog } from './notice-dialog.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let host: HTMLElement
let unmount: () => void
beforeEach(() => {
  host = document.createElement('div')
  document.body.append(host)
})
afterEach(() => {
  act(unmount)
  host.remove()
})

function show(element: React.ReactNode) {
  const root = createRoot(host)
  unmount = () => root.unmount()
  act(() => root.render(element))
}

describe('HTML that others wrote', () => {
  it('keeps its text and its harmless marks', () => {
    show(<SafeHtml html="<h2>점검</h2><p>내일 <b>02:00</b>부터<br>한 시간</p><ul><li>입금</li></ul>" />)
    expect(host.innerHTML).toContain('<p>내일 <b>02:00</b>부터<br>한 시간</p><ul><li>입금</li></ul>')
    expect(host.textContent).toContain('점검')
  })

  it('brings nothing to life: no script, no picture, no handler, no style, no address but a web address', () => {
    show(
      <SafeHtml
        html={`<script>alert(1)</script><style>*{}</style><img src=x onerror=alert(1)><p onclick="alert(1)" style="position:fixed">a</p>
          <a href="javascript:alert(1)">b</a><a href=" https://example.com/x ">c</a><form action=/><input>e</form>`}
      />,
    )
    expect(
      host.querySelectorAll('script, style, img, iframe, form, input, [onclick], [style], [onerror]'),
    ).toHaveLength(0)
    const links = [...host.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('rel')])
    expect(links).toEqual([['c', 'noopener noreferrer']])
    expect(host.textContent?.replace(/\s+/g, '')).toBe('abce')
  })

  it('shows pictures of the house, and no others', () => {
    const own = '/api/content/image/1/0f8fad5b-d9cb-469f-a165-70867728950e.png'
    const images = [`<img src="${own}" alt="행사" width="32" onload="x">`]
    for (const src of ['https://example.com/a.png', '//example.com/a.png', `${own}?x`, '/api/me', 'data:image/png,x'])
      images.push(`<img src="${src}" alt="b">`)
    show(<SafeHtml html={images.join('')} />)
    const [image, ...others] = [...host.querySelectorAll('img')]
    expect(others).toEqual([])
    expect([...(image?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`).sort()).toEqual([
      'alt=행사',
      'loading=lazy',
      `src=${own}`,
      'width=32',
    ])
  })
})

describe('a notice that must be read', () => {
  const open = () => host.querySelector('dialog')?.open

  it('closes by its button only, one after the other, and is shown once', () => {
    show(<NoticeDialog />)
    act(() => {
      showNotice({ id: 1, title: '점검 안내', content: '<p>가</p>' })
      showNotice({ id: 2, title: '두 번째', content: '나' })
      showNotice({ id: 1, title: '점검 안내', content: '<p>가</p>' })
    })
    const dialog = host.querySelector('dialog')!
    const title = () => dialog.querySelector('h2')?.textContent
    expect([open(), title()]).toEqual([true, '점검 안내'])
    act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
    act(() => dialog.click())
    act(() => dialog.close())
    expect([open(), title()]).toEqual([true, '점검 안내'])
    act(() => dialog.querySelector('button')!.click())
    expect([open(), title()]).toEqual([true, '두 번째'])
    act(() => dialog.querySelector('button')!.click())
    expect(open()).toBe(false)
  })

  it('that says something else by now shows what it says, in its place', () => {
    show(<NoticeDialog />)
    act(() => {
      showNotice({ id: 3, title: '점검 안내', content: '<p>02:00부터</p>' })
      showNotice({ id: 4, title: '다음', content: '나' })
      showNotice({ id: 3, title: '점검 안내', content: '<p>03:00부터</p>' })
    })
    const dialog = host.querySelector('dialog')!
    expect(dialog.textContent).toContain('03:00부터')
    expect(dialog.textContent).not.toContain('02:00부터')
    act(() => dialog.querySelector('button')!.click())
    expect(dialog.querySelector('h2')?.textContent).toBe('다음')
    act(() => dialog.querySelector('button')!.click())
    expect(open()).toBe(false)
  })

  it('that the house took back stands there no more, and the next one does', () => {
    show(<NoticeDialog />)
    act(() => {
      showNotice({ id: 5, title: '잘못 쓴 공지', content: '가' })
      showNotice({ id: 6, title: '다음', content: '나' })
      takeBackNotice(5)
    })
    expect(host.querySelector('dialog h2')?.textContent).toBe('다음')
    act(() => takeBackNotice(6))
    expect(open()).toBe(false)
  })
})
