-- Names are found and sorted alike, whichever apostrophe or hyphen was typed: what is stored is folded as SearchTerms.fold does.
UPDATE users SET name_key = translate(name_key, U&'\0060\02BB\02BC\02BE\02BF\05F3\2018\2019\201B\2032\05BE\2010\2012\2013\2014\2015\2212',
    repeat('''', 10) || repeat('-', 7))
WHERE name_key <> translate(name_key, U&'\0060\02BB\02BC\02BE\02BF\05F3\2018\2019\201B\2032\05BE\2010\2012\2013\2014\2015\2212',
    repeat('''', 10) || repeat('-', 7));

INSERT INTO user_terms (tenant_id, term, user_id)
SELECT tenant_id, translate(term, U&'\0060\02BB\02BC\02BE\02BF\05F3\2018\2019\201B\2032\05BE\2010\2012\2013\2014\2015\2212',
    repeat('''', 10) || repeat('-', 7)), user_id
FROM user_terms
WHERE term <> translate(term, U&'\0060\02BB\02BC\02BE\02BF\05F3\2018\2019\201B\2032\05BE\2010\2012\2013\2014\2015\2212',
    repeat('''', 10) || repeat('-', 7))
ON CONFLICT DO NOTHING;
DELETE FROM user_terms
WHERE term <> translate(term, U&'\0060\02BB\02BC\02BE\02BF\05F3\2018\2019\201B\2032\05BE\2010\2012\2013\2014\2015\2212',
    repeat('''', 10) || repeat('-', 7));

-- An acute accent in place of an apostrophe was folded to a blank, in the middle of a word.
UPDATE users SET name_key = substr(name_key, 1, strpos(name, chr(180)) - 1) || '''' || substr(name_key, strpos(name, chr(180)) + 1)
WHERE strpos(name, chr(180)) > 0 AND substr(name_key, strpos(name, chr(180)), 1) = ' ';
INSERT INTO user_terms (tenant_id, term, user_id)
SELECT u.tenant_id, w.word, u.id
FROM users u, unnest(string_to_array(u.name_key, ' ')) AS w (word)
WHERE strpos(u.name, chr(180)) > 0 AND w.word <> ''
ON CONFLICT DO NOTHING;
