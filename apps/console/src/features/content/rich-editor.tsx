import { Button, TextField } from '@maru/ui'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { PictureField } from './picture-field.tsx'
import { marks, webAddressOf } from './rich-text.ts'
import { t } from './texts.ts'

/** The text of a notice, with the marks that members are shown. */
export function RichEditor({ html, onHtml }: { html: string; onHtml: (html: string) => void }) {
  const editor = useEditor({
    extensions: marks,
    content: html,
    // The page's policy takes no style sheets that code adds.
    injectCSS: false,
    editorProps: {
      attributes: { class: 'rich', role: 'textbox', 'aria-multiline': 'true', 'aria-label': t('content') },
    },
    onUpdate: ({ editor }) => onHtml(editor.isEmpty ? '' : editor.getHTML()),
  })
  return (
    <div className="ct-ed">
      <Tools editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

function Tools({ editor }: { editor: Editor }) {
  const [address, setAddress] = useState<string | null>(null)
  const [isPicking, setIsPicking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      heading: editor.isActive('heading'),
      list: editor.isActive('bulletList'),
      link: editor.isActive('link'),
    }),
  })
  const tool = (label: string, sign: string, isOn: boolean, run: () => void) => (
    <button type="button" className="ct-t" aria-label={label} aria-pressed={isOn} title={label} onClick={run}>
      {sign}
    </button>
  )
  const href = webAddressOf(address ?? '')
  const setLink = () => {
    if (href !== null) editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    setAddress(null)
  }
  return (
    <>
      <div role="toolbar" aria-label={t('format')} className="ct-ts">
        {tool(t('bold'), 'B', on.bold, () => editor.chain().focus().toggleBold().run())}
        {tool(t('italic'), 'I', on.italic, () => editor.chain().focus().toggleItalic().run())}
        {tool(t('heading'), 'H', on.heading, () => editor.chain().focus().toggleHeading({ level: 2 }).run())}
        {tool(t('listMark'), '•', on.list, () => editor.chain().focus().toggleBulletList().run())}
        {tool(t('linkMark'), '↗', on.link, () =>
          on.link ? editor.chain().focus().extendMarkRange('link').unsetLink().run() : setAddress(''),
        )}
        {tool(t('picture'), '▣', isPicking, () => setIsPicking(!isPicking))}
      </div>
      {isPicking && (
        <PictureField
          onPicture={(attrs) => {
            editor.chain().focus().insertContent({ type: 'picture', attrs }).run()
            setIsPicking(false)
          }}
        />
      )}
      {address !== null && (
        <div className="ct-link">
          <TextField label={t('linkAddress')} value={address} onValue={setAddress} maxLength={500} />
          <Button size={36} disabled={href === null} onClick={setLink}>
            {href === null ? t('needAddress') : t('insertLink')}
          </Button>
          <Button size={36} onClick={() => setAddress(null)}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </>
  )
}
