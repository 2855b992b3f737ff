import { call } from '@maru/client/api/client'
import type { SiteFlags } from '@maru/contract'
import { Check, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { domainsIn } from './address-tab.tsx'
import { flagPlaces, languageWords } from './draft.ts'

const languages = (['ko', 'en'] as const).map((value) => ({ value, label: languageWords[value] }))
const nothingOn: SiteFlags = { oversea: false, p2p: false, futures: false, powerball: false, binary: false }

/** A new site, empty and open to members at once: two SUPERs, who then run it. */
export function CreateSiteDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [form, setForm] = useState({ code: '', name: '', domains: '' })
  const [language, setLanguage] = useState<'ko' | 'en'>('ko')
  const [flags, setFlags] = useState({ ...nothingOn, binary: true })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const on = flagPlaces.flatMap((place) => (place && flags[place.flag] ? [place.name] : []))
  const missing = !/^[a-z0-9_-]{2,40}$/.test(form.code)
    ? '코드는 소문자, 숫자, -_로 2–40자입니다'
    : form.name.trim().length < 2
      ? '이름은 2–12자입니다'
      : on.length === 0
        ? '상품을 하나 이상 켜 주세요'
        : null
  return (
    <ActionDialog
      title="사이트 만들기"
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing}
      changes={[{ name: form.name.trim() || '새 사이트', before: '없음', after: on.join(' · ') || '없음' }]}
      run={({ reason, key }) =>
        call('POST /api/console/site/create', {
          params: {},
          body: {
            reason,
            code: form.code,
            name: form.name.trim(),
            domains: domainsIn(form.domains),
            language,
            guestLanguage: language,
            flags,
            liveChat: false,
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        <div className="fields">
          <TextField label="코드 (바꿀 수 없음)" maxLength={40} {...field('code')} />
          <TextField label="이름" maxLength={12} {...field('name')} />
        </div>
        <TextField label="도메인 (쉼표로 나누어)" maxLength={2_000} {...field('domains')} />
        <Segmented label="언어" choices={languages} value={language} onChange={setLanguage} />
        <fieldset className="site-pick">
          <legend>상품</legend>
          {flagPlaces.map(
            (place) =>
              place && (
                <Check
                  key={place.flag}
                  checked={flags[place.flag]}
                  onChange={(isOn) => setFlags((now) => ({ ...now, [place.flag]: isOn }))}
                >
                  {place.name}
                </Check>
              ),
          )}
        </fieldset>
        <p className="said">회원, 계좌, 제공사는 비어 있고 모의투자로 열립니다. 승인되면 두 사람이 맡습니다.</p>
      </div>
    </ActionDialog>
  )
}
