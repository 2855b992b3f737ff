import { useTexts } from '@maru/client/i18n/texts'
import { SecondFactorForm } from '../../protection/second-factor-form.tsx'
import { signInTexts } from './texts.ts'

interface Props {
  onCode: (code: string) => Promise<unknown>
  /** Back to name and password. */
  onBack: () => void
}

/** The second step of signing in: the code of the app, or a recovery code. */
export default function CodeStep({ onCode, onBack }: Props) {
  const t = useTexts(signInTexts)
  return (
    <>
      <SecondFactorForm action={t('submit')} onCode={onCode}>
        <p className="note">{t('codeText')}</p>
      </SecondFactorForm>
      <button type="button" className="link code-alt" onClick={onBack}>
        {t('back')}
      </button>
    </>
  )
}
