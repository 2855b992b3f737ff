import { call } from '@maru/client/api/client'
import { newKey } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Icon, Sheet } from '@maru/ui'
import { type ChangeEvent, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { uploadPicture } from '../../../kit/upload-picture.ts'
import { showAlert } from '../../../shell/alert.tsx'
import { type P2pOrder, takeOver } from './queries.ts'
import { p2pTexts } from './texts.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly order: P2pOrder
}

interface Proof {
  readonly id: number
  readonly name: string
}

const mostProofs = 5
const mostText = 2_000

/** Tells staff what happened, with pictures that prove it. */
export function DisputeSheet({ open, onClose, order }: Props) {
  const t = useTexts(p2pTexts)
  return (
    <Sheet open={open} title={t('disputeTitle')} onClose={onClose} className="money p2p">
      <Form order={order} onClose={onClose} />
    </Sheet>
  )
}

function Form({ order, onClose }: Omit<Props, 'open'>) {
  const t = useTexts(p2pTexts)
  const [text, setText] = useState('')
  const [proofs, setProofs] = useState<readonly Proof[]>([])
  const [busy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const guarded = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file)
      void guarded(async () => {
        const id = await uploadPicture(file)
        setProofs((known) => [...known, { id, name: file.name }])
      })
  }
  const send = () =>
    guarded(async () => {
      const body = { text: text.trim(), fileIds: proofs.map(({ id }) => String(id)) }
      takeOver(await call('POST /api/p2p/:id/dispute', { params: { id: String(order.id) }, key, body }))
      onClose()
      void showAlert(t('sent'))
    })
  return (
    <div className="sheet-f">
      <textarea
        className="p2p-text"
        aria-label={t('disputeText')}
        placeholder={t('disputeText')}
        maxLength={mostText}
        rows={4}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="sec-t">
        <h2>{t('proofs')}</h2>
        <small>{t('proofCount', { count: String(proofs.length) })}</small>
      </div>
      <ul className="p2p-proofs">
        {proofs.map(({ id, name }) => (
          <li key={id}>
            <Icon name="doc" />
            <small>{name}</small>
          </li>
        ))}
        {proofs.length < mostProofs && (
          <li className="is-add">
            <label>
              <input type="file" accept="image/png,image/jpeg,image/webp" aria-label={t('addProof')} onChange={add} />
              <Icon name="plus" />
            </label>
          </li>
        )}
      </ul>
      <p className="cap-l">{t('proofNote')}</p>
      <Button
        tone="primary"
        size={52}
        className="wide"
        aria-busy={busy}
        disabled={text.trim() === ''}
        onClick={() => void send()}
      >
        {t('sendDispute')}
      </Button>
    </div>
  )
}
