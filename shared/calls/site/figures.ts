import * as v from 'valibot'
import { OwnFigureDay, OwnFigureSite, OwnFigures } from '../../schema/own/figures.ts'
import { recordList } from '../../schema/text.ts'
import { byToken } from '../call.ts'
import { Moment, optionalField, timed, YesNo } from '../fields.ts'

const FIGURES = '/api/v3/analytics'

// Both days are included; 30 days without them. `all` items, not one's own alone, are for staff.
const range = { from: optionalField(Moment), to: optionalField(Moment), all: optionalField(YesNo) }

/** The embedded site's beyond §7: what was done with one's own items, by day and by the site that embeds them. */
export const ownFigureCalls = {
  gifFigures: byToken.get(
    'user',
    `${FIGURES}/gifs/`,
    v.object({ ...range, ...timed }),
    recordList(OwnFigures),
  ),
  figuresCsv: byToken.get('user', `${FIGURES}/gifs/csv/`, v.object(range), v.string(), {
    responseType: 'text',
  }),
  dayFigures: byToken.get('user', `${FIGURES}/days/`, v.object(range), recordList(OwnFigureDay)),
  siteFigures: byToken.get('user', `${FIGURES}/sites/`, v.object(range), recordList(OwnFigureSite)),
}
