-- Names are found and sorted alike, whichever apostrophe or hyphen was typed: what is stored is folded as SearchTerms.fold does.
UPDATE users SET name_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(name_key
    , char(0x60), ''''), char(0x2BB), ''''), char(0x2BC), ''''), char(0x2BE), '''')
    , char(0x2BF), ''''), char(0x5F3), ''''), char(0x2018), ''''), char(0x2019), '''')
    , char(0x201B), ''''), char(0x2032), ''''), char(0x5BE), '-'), char(0x2010), '-')
    , char(0x2012), '-'), char(0x2013), '-'), char(0x2014), '-'), char(0x2015), '-')
    , char(0x2212), '-')
WHERE name_key GLOB '*[' || char(0x60, 0x2BB, 0x2BC, 0x2BE, 0x2BF, 0x5F3, 0x2018, 0x2019, 0x201B, 0x2032,
    0x5BE, 0x2010, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212) || ']*';

INSERT INTO user_terms (tenant_id, term, user_id)
SELECT tenant_id,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(term
    , char(0x60), ''''), char(0x2BB), ''''), char(0x2BC), ''''), char(0x2BE), '''')
    , char(0x2BF), ''''), char(0x5F3), ''''), char(0x2018), ''''), char(0x2019), '''')
    , char(0x201B), ''''), char(0x2032), ''''), char(0x5BE), '-'), char(0x2010), '-')
    , char(0x2012), '-'), char(0x2013), '-'), char(0x2014), '-'), char(0x2015), '-')
    , char(0x2212), '-'),
    user_id
FROM user_terms
WHERE term GLOB '*[' || char(0x60, 0x2BB, 0x2BC, 0x2BE, 0x2BF, 0x5F3, 0x2018, 0x2019, 0x201B, 0x2032,
    0x5BE, 0x2010, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212) || ']*'
ON CONFLICT DO NOTHING;
DELETE FROM user_terms
WHERE term GLOB '*[' || char(0x60, 0x2BB, 0x2BC, 0x2BE, 0x2BF, 0x5F3, 0x2018, 0x2019, 0x201B, 0x2032,
    0x5BE, 0x2010, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212) || ']*';

-- An acute accent in place of an apostrophe was folded to a blank, in the middle of a word.
UPDATE users SET name_key = substr(name_key, 1, instr(name, char(0xB4)) - 1) || '''' || substr(name_key, instr(name, char(0xB4)) + 1)
WHERE instr(name, char(0xB4)) > 0 AND substr(name_key, instr(name, char(0xB4)), 1) = ' ';
INSERT INTO user_terms (tenant_id, term, user_id)
WITH RECURSIVE words (tenant_id, user_id, word, rest) AS (
    SELECT tenant_id, id, '', name_key || ' ' FROM users WHERE instr(name, char(0xB4)) > 0
    UNION ALL
    SELECT tenant_id, user_id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM words WHERE rest <> ''
)
SELECT tenant_id, word, user_id FROM words WHERE word <> ''
ON CONFLICT DO NOTHING;
