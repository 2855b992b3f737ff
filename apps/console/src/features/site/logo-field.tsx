import { call } from '@maru/client/api/client'
import type { ConsoleSite } from '@maru/contract'
import { BrandMark, Button } from '@maru/ui'
import { useRef, useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'

/** As large as the server takes one. */
const mostBytes = 512 * 1024

interface Chosen {
  readonly name: string
  /** `data:` address of the picture. */
  readonly url: string
}

/** The logo of a site: chosen here, drawn anew by the server, shown once a second person agreed. */
export function LogoField({ site, onSent }: { site: ConsoleSite; onSent: () => void }) {
  const may = useMay('sites')
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | 'none' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const isPicture = /^image\/(png|jpeg|webp)$/.test(file.type)
    setFault(!isPicture ? 'PNG, JPEG, WebP만 올릴 수 있습니다' : file.size > mostBytes ? '512 kB까지입니다' : null)
    if (isPicture && file.size <= mostBytes) setChosen({ name: file.name, url: await urlOf(file) })
  }
  return (
    <section className="panel">
      <header className="site-h">
        <h3>로고</h3>
        <span className="sub">PNG, JPEG, WebP · 512 kB까지 · 새로 그려 256 화소로 둡니다</span>
        <span className="sp" />
        {may && site.logoUrl !== null && (
          <Button size={36} onClick={() => setChosen('none')}>
            지우기
          </Button>
        )}
        {may && (
          <Button size={36} onClick={() => input.current?.click()}>
            로고 올리기
          </Button>
        )}
      </header>
      <div className="site-logo">
        {site.logoUrl === null ? <BrandMark /> : <img src={site.logoUrl} alt="지금 로고" />}
        <span>{site.logoUrl === null ? '하우스 로고를 씁니다' : '회원 화면에 보이는 로고입니다'}</span>
        {fault !== null && <p className="over">{fault}</p>}
      </div>
      <input
        ref={input}
        type="file"
        className="sr"
        aria-label="로고 파일"
        accept="image/png,image/jpeg,image/webp"
        tabIndex={-1}
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      {chosen !== null && (
        <ActionDialog
          title={chosen === 'none' ? '로고 지우기' : '로고 바꾸기'}
          confirm="두 번째 승인 요청"
          done="요청했습니다"
          changes={[
            {
              name: '로고',
              before: site.logoUrl === null ? '하우스 로고' : '지금 로고',
              after: chosen === 'none' ? '하우스 로고' : chosen.name,
            },
          ]}
          run={({ reason, key }) =>
            call('POST /api/console/site/logo', {
              params: {},
              body: {
                version: site.version,
                reason,
                ...(chosen !== 'none' && { data: chosen.url.split(',')[1] ?? '' }),
              },
              key,
            })
          }
          onDone={onSent}
          onClose={() => setChosen(null)}
        >
          {chosen !== 'none' && <img className="site-logo-new" src={chosen.url} alt="새 로고" />}
        </ActionDialog>
      )}
    </section>
  )
}

const urlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
