import type { ConsoleSite } from '@maru/contract'
import { Check, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { useMay } from '../../parts/may.tsx'
import { checkWords, draftedOf, edit, languageWords, useDraft } from './draft.ts'
import { SitePart } from './site-part.tsx'

/** Under which names a site is reached, which languages it speaks, and what it asks at sign-up. */
export default function AddressTab() {
  return (
    <SitePart title="주소 · 언어">
      {(site) => (
        <>
          <Domains site={site} />
          <Languages site={site} />
          <Signup site={site} />
        </>
      )}
    </SitePart>
  )
}

export const domainsIn = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '')

function Domains({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { domains } = draftedOf(site, useDraft(site.id))
  const [text, setText] = useState(domains.join(', '))
  // What was taken back elsewhere shows here, too.
  const shown = domainsIn(text).join() === domains.join() ? text : domains.join(', ')
  return (
    <section className="panel">
      <header className="site-h">
        <h3>도메인</h3>
        <span className="sub">한 도메인은 한 사이트의 것입니다. 한글 도메인은 저장할 때 xn--로 바뀝니다</span>
      </header>
      <fieldset disabled={!may} className="site-fields">
        <legend className="sr">도메인</legend>
        <TextField
          label="도메인 (쉼표로 나누어)"
          value={shown}
          maxLength={2_000}
          onValue={(next) => {
            setText(next)
            edit(site.id, { domains: domainsIn(next) })
          }}
        />
        <p className="said">
          종목 이름의 앞부분: 회차 · 무기한선물 <b className="num">{site.stockPrefix}</b>, 해외선물{' '}
          <b className="num">{site.overseaPrefix}</b>. 시세의 이름이라 모든 사이트가 같습니다.
        </p>
      </fieldset>
    </section>
  )
}

const languages = (['ko', 'en'] as const).map((value) => ({ value, label: languageWords[value] }))

function Languages({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { language, guestLanguage } = draftedOf(site, useDraft(site.id))
  return (
    <section className="panel">
      <header className="site-h">
        <h3>언어</h3>
      </header>
      <fieldset disabled={!may} className="site-fields site-two">
        <legend className="sr">언어</legend>
        <div className="site-cap">
          <span>회원</span>
          <Segmented
            label="회원 언어"
            choices={languages}
            value={language}
            onChange={(next) => edit(site.id, { language: next })}
          />
        </div>
        <div className="site-cap">
          <span>로그인하지 않은 손님</span>
          <Segmented
            label="손님 언어"
            choices={languages}
            value={guestLanguage}
            onChange={(next) => edit(site.id, { guestLanguage: next })}
          />
        </div>
      </fieldset>
    </section>
  )
}

const checks = ['IDENTITY', 'PHONE', 'EMAIL'] as const

function Signup({ site }: { site: ConsoleSite }) {
  const may = useMay('sites')
  const { signupChecks } = draftedOf(site, useDraft(site.id))
  return (
    <section className="panel">
      <header className="site-h">
        <h3>가입할 때 확인</h3>
      </header>
      <fieldset disabled={!may} className="site-fields site-three">
        <legend className="sr">가입할 때 확인</legend>
        {checks.map((check) => (
          <Check
            key={check}
            checked={signupChecks.includes(check)}
            onChange={(isOn) =>
              edit(site.id, {
                signupChecks: isOn ? [...signupChecks, check] : signupChecks.filter((one) => one !== check),
              })
            }
          >
            {checkWords[check]}
          </Check>
        ))}
      </fieldset>
    </section>
  )
}
