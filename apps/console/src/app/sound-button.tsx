import { Button, Check, Dialog, Icon, IconButton } from '@maru/ui'
import { useState } from 'react'
import { alarmWords } from '../parts/alarm-words.ts'
import { chime } from '../parts/sound.ts'
import { chooseSounds, type SoundKind, soundKinds, useSoundChoice } from '../session/sound-choice.ts'
import { t } from './texts.ts'

const words: Readonly<Record<SoundKind, string>> = { ...alarmWords, CHAT: t('soundChat') }

/** Opens the choice of what chimes in this browser. */
export function SoundButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('sound')} title={t('sound')} onClick={() => setOpen(true)}>
        <Icon name="bell" />
      </IconButton>
      {open && <SoundDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function SoundDialog({ onClose }: { onClose: () => void }) {
  const kinds = useSoundChoice((choice) => choice.kinds)
  const turn = (kind: SoundKind, isOn: boolean) =>
    chooseSounds(soundKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))))
  return (
    <Dialog open title={t('soundTitle')} onClose={onClose} className="dlg">
      <p className="said">{t('soundHint')}</p>
      <fieldset className="checks" aria-label={t('soundTitle')}>
        {soundKinds.map((kind) => (
          <Check key={kind} checked={kinds.includes(kind)} onChange={(isOn) => turn(kind, isOn)}>
            {words[kind]}
          </Check>
        ))}
      </fieldset>
      <div className="acts">
        <Button onClick={chime}>{t('soundTry')}</Button>
        <Button tone="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
