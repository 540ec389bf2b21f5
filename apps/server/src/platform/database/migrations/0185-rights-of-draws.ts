/** With whose rights a draw of a review queue was made, and what they left out (docs/decisions/0108). Earlier draws have neither. */
export const rightsOfDraws: readonly string[] = ['alter table app.review_draws add drawn_by text, add left_out jsonb']
