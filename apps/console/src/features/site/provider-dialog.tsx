import { call } from '@maru/client/api/client'
import type { ProviderSetting } from '@maru/contract'
import { Check, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { providerWords } from './provider-words.ts'

interface Props {
  row: ProviderSetting
  onDone: () => void
  onClose: () => void
}

interface Key {
  readonly id: string
  readonly secret: string
}
const none: Key = { id: '', secret: '' }
const isEmpty = ({ id, secret }: Key) => id === '' && secret === ''
const isWhole = ({ id, secret }: Key) => /^[A-Za-z0-9._-]{1,64}$/.test(id) && /^[0-9a-f]{64}$/.test(secret)
const said = (keys: ProviderSetting['call'], next: Key) =>
  isEmpty(next) ? (keys[0]?.id ?? '없음') : `${next.id}${keys[0] ? ` (${keys[0].id} 24시간 더)` : ''}`

/** Where a provider is reached, and new keys for it: written once, never shown again. Two SUPERs. */
export function ProviderDialog({ row, onDone, onClose }: Props) {
  const [baseUrl, setBaseUrl] = useState(row.baseUrl ?? '')
  const [keys, setKeys] = useState({ call: none, webhook: none })
  const [isRemoved, setRemoved] = useState(false)
  const [, name = row.name] = providerWords[row.name] ?? []
  const isNew = row.source !== 'OWN'
  const isFaulty = (key: Key) => !isWhole(key) && (isNew || !isEmpty(key))
  const missing = isRemoved
    ? null
    : !/^https?:\/\/\S+$/.test(baseUrl)
      ? '주소를 https://로 적어 주세요'
      : isFaulty(keys.call) || isFaulty(keys.webhook)
        ? '열쇠 이름과 64자리 비밀값을 적어 주세요'
        : !isNew && isEmpty(keys.call) && isEmpty(keys.webhook) && baseUrl === row.baseUrl
          ? '바꾼 것이 없습니다'
          : null
  const changes = isRemoved
    ? [{ name, before: row.baseUrl ?? '', after: '뺍니다' }]
    : [
        { name: '주소', before: row.baseUrl ?? '없음', after: baseUrl || '없음' },
        { name: '부르는 열쇠', before: row.call[0]?.id ?? '없음', after: said(row.call, keys.call) },
        { name: '알림 열쇠', before: row.webhook[0]?.id ?? '없음', after: said(row.webhook, keys.webhook) },
      ].filter(({ before, after }) => before !== after)
  return (
    <ActionDialog
      title={`제공사: ${name}`}
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing}
      changes={changes}
      canned={['분기 열쇠 교체', '새 계약']}
      run={({ reason, key }) => {
        const seen = { provider: row.name, updatedAt: row.updatedAt ?? 0, reason }
        if (isRemoved) return call('POST /api/console/site/provider/remove', { params: {}, body: seen, key })
        const body = {
          ...seen,
          baseUrl,
          ...(!isEmpty(keys.call) && { call: keys.call }),
          ...(!isEmpty(keys.webhook) && { webhook: keys.webhook }),
        }
        return call('POST /api/console/site/provider', { params: {}, body, key })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        {!isNew && (
          <Check checked={isRemoved} onChange={setRemoved}>
            이 제공사를 뺍니다
          </Check>
        )}
        {!isRemoved && (
          <>
            <TextField label="주소" maxLength={300} value={baseUrl} onValue={setBaseUrl} />
            <KeyFields
              name="부르는 열쇠"
              value={keys.call}
              onValue={(next) => setKeys((now) => ({ ...now, call: next }))}
            />
            <KeyFields
              name="알림 열쇠"
              value={keys.webhook}
              onValue={(next) => setKeys((now) => ({ ...now, webhook: next }))}
            />
            <p className="said">새 열쇠는 제공사가 먼저 받게 한 뒤 저장합니다. 승인되면 바로 새 열쇠로 서명합니다.</p>
          </>
        )}
      </div>
    </ActionDialog>
  )
}

function KeyFields({ name, value, onValue }: { name: string; value: Key; onValue: (value: Key) => void }) {
  return (
    <div className="site-key">
      <TextField label={`${name} 이름`} maxLength={64} value={value.id} onValue={(id) => onValue({ ...value, id })} />
      <TextField
        label={`${name} 비밀값 (64자리)`}
        type="password"
        autoComplete="off"
        maxLength={64}
        value={value.secret}
        onValue={(secret) => onValue({ ...value, secret: secret.trim().toLowerCase() })}
      />
    </div>
  )
}
