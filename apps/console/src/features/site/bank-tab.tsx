import { call } from '@maru/client/api/client'
import type { ConsoleSite, SiteBank } from '@maru/contract'
import { Badge, Button, Empty } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { useMay } from '../../parts/may.tsx'
import { errorText } from '../../session/words.ts'
import { BankDialog } from './bank-dialog.tsx'
import { draftedOf, edit, useDraft } from './draft.ts'
import { SitePart } from './site-part.tsx'

/** The accounts that members send to, and the banks that they can choose for their own. */
export default function BankTab() {
  return (
    <SitePart title="은행 · 계좌">
      {(site) => (
        <>
          <Accounts site={site} />
          <Banks site={site} />
        </>
      )}
    </SitePart>
  )
}

function Accounts({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const [open, setOpen] = useState<SiteBank | 'new' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['site-banks', site.id],
    queryFn: () => call('GET /api/console/site/bank'),
    refetchInterval: deskPollMs,
  })
  return (
    <section className="panel">
      <header className="site-h">
        <h3>입금 계좌</h3>
        <span className="sub">회원의 입금 화면에 위에서부터 나옵니다</span>
        <span className="sp" />
        {may && (
          <Button size={36} onClick={() => setOpen('new')}>
            계좌 추가
          </Button>
        )}
      </header>
      {error ? (
        <Empty title="계좌를 불러오지 못했습니다">{errorText(error)}</Empty>
      ) : data?.length === 0 ? (
        <Empty title="입금 계좌가 없습니다">계좌를 더하기 전에는 원화를 입금할 수 없습니다.</Empty>
      ) : (
        <AccountTable rows={data ?? []} onOpen={may ? setOpen : null} />
      )}
      {open !== null && (
        <BankDialog
          site={site}
          row={open === 'new' ? null : open}
          onDone={() => void refetch()}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function AccountTable({ rows, onOpen }: { rows: readonly SiteBank[]; onOpen: ((row: SiteBank) => void) | null }) {
  return (
    <table className="t">
      <thead>
        <tr>
          <th scope="col">은행</th>
          <th scope="col">계좌번호</th>
          <th scope="col">예금주</th>
          <th scope="col">원장 이름</th>
          <th scope="col">상태</th>
          <th scope="col">
            <span className="sr">바꾸기</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.sub}>
            <td>
              <b>{row.bank}</b>
            </td>
            <td className="num">{row.number}</td>
            <td>{row.holder}</td>
            <td className="num dim">{row.sub}</td>
            <td>
              <Badge tone={row.isOpen ? 'ok' : 'neutral'}>{row.isOpen ? '열림' : '닫힘'}</Badge>
            </td>
            <td className="r">
              {onOpen && (
                <button type="button" className="lk" onClick={() => onOpen(row)} aria-label={`${row.sub} 바꾸기`}>
                  바꾸기
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Banks({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { banks } = draftedOf(site, useDraft(site.id))
  const set = (next: readonly string[]) => edit(site.id, { banks: next })
  return (
    <section className="panel">
      <header className="site-h">
        <h3>회원이 고르는 은행</h3>
        <span className="sub">
          {banks.length} / {site.banks.length}곳
        </span>
        <span className="sp" />
        {may && banks.length < site.banks.length && (
          <Button size={36} onClick={() => set(site.banks.map(({ code }) => code))}>
            모두 켜기
          </Button>
        )}
      </header>
      <div className="site-banks">
        {site.banks.map(({ code, name }) => {
          const isOn = banks.includes(code)
          return (
            <button
              key={code}
              type="button"
              className="chip"
              aria-pressed={isOn}
              disabled={!may}
              onClick={() => set(isOn ? banks.filter((one) => one !== code) : [...banks, code])}
            >
              {name}
            </button>
          )
        })}
      </div>
    </section>
  )
}
