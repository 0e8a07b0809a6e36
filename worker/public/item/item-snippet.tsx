import { fitted } from '../../../shared/gif/snippet-html.ts'
import type { ItemView } from '../../../shared/public/item-view.ts'
import type { PageContext } from '../layout/page-context.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { FrameBox } from '../parts/frame-box.tsx'

type Props = { context: PageContext; view: ItemView }

/** §9 The snippet, fixed and responsive, beside a live preview. The radio buttons' own state shows one or the other, by style alone. */
export function ItemSnippet({ context, view }: Props) {
  const { texts, playerTexts } = context
  return (
    <section className="snippet" aria-labelledby="snippet-title">
      <div className="snippet-words">
        <h2 id="snippet-title">{texts.embedTitle}</h2>
        <p>{texts.embedText}</p>
        <fieldset className="choice">
          <legend className="name-of">{texts.embedTitle}</legend>
          <label>
            <input type="radio" name="form" value="fixed" defaultChecked />
            <span>{texts.fixed}</span>
          </label>
          <label>
            <input type="radio" name="form" value="responsive" />
            <span>{texts.responsive}</span>
          </label>
        </fieldset>
        <div className="when-fixed">
          <CopyField
            id="snippet-fixed"
            label={`${playerTexts.embed}: ${texts.fixed}`}
            labelHidden
            value={view.snippet.fixed}
            texts={texts}
            shareType="embed"
            lines={6}
          />
        </div>
        <div className="when-responsive">
          <CopyField
            id="snippet-responsive"
            label={`${playerTexts.embed}: ${texts.responsive}`}
            labelHidden
            value={view.snippet.responsive}
            texts={texts}
            shareType="embed"
            lines={6}
          />
        </div>
      </div>
      <div className="snippet-preview">
        <FrameBox
          name="preview"
          src={view.embedPath}
          title={`${texts.preview}: ${view.title}`}
          {...fitted(view.picture)}
        />
      </div>
    </section>
  )
}
