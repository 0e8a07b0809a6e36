import * as v from 'valibot'
import { FreeText, Link, RatingField, TagList, YesNo } from '../site-fields.ts'

/** What an item's owner may change, and its form; the names are those of the row. */
export const GIF_FIELDS = {
  title: v.pipe(FreeText(140), v.trim()),
  alt_text: v.pipe(FreeText(500), v.trim()),
  tags: TagList,
  rating: RatingField,
  /** The page that it comes from; empty for none. */
  source: v.union([v.literal(''), Link], 'must be an http(s) URL'),
  type: v.picklist(['gif', 'sticker', 'text'], 'must be gif, sticker or text'),
  is_hidden: YesNo,
  is_indexable: YesNo,
}
