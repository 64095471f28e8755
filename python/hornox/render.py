"""A drawn table, as an image."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

WIDTH, HEIGHT = 960, 640
FELT, SHADE, INK, PALE, PAPER = "#1f5d4c", "#174638", "#20242b", "#d7e5df", "#fbf8f0"
EMPTY = "#2a6a58"
ACCENTS = {55: "#8e44ad", 11: "#c0392b", 10: "#e67e22", 5: "#2980b9", 1: "#5d6d7e"}
RED, BLACK = "#c0392b", "#20242b"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
SUITS = (("diamonds", RED), ("clubs", BLACK), ("hearts", RED), ("spades", BLACK))

Box = tuple[float, float, float, float]


def draw_table(game: str) -> npt.NDArray[np.uint8]:
    """The table of a game, given as JSON, with all hands: uint8[H, W, 3]."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:  # pragma: no cover
        raise ImportError("Pillow is missing: pip install 'hornox[render]'") from error
    state = json.loads(game)
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    if "columns" in state["table"]:
        _draw_sixes(draw, state)
    else:
        _draw_nimmt(draw, state)
    return np.asarray(image, dtype=np.uint8).copy()


def _draw_nimmt(draw: ImageDraw, state: dict[str, Any]) -> None:
    table = state["table"]
    _title(draw, f"6 nimmt!   round {table['round'] + 1}, turn {table['turn'] + 1}")
    for row, cards in enumerate(table["rows"]):
        top = 60 + row * 78
        for place in range(max(6, len(cards))):
            box = (24 + place * 60, top, 24 + place * 60 + 50, top + 68)
            if place < len(cards):
                _nimmt_card(draw, box, cards[place], 22)
            else:
                draw.rounded_rectangle(box, 7, outline=EMPTY, width=2)
    draw.line((420, 60, 420, 360), fill=SHADE, width=2)
    waiting = [card for pair in table["waiting"] for card in pair if card is not None]
    draw.text((440, 60), "on the table" if waiting else "", fill=PALE, font=_font(16))
    for place, card in enumerate(sorted(waiting)):
        _nimmt_card(draw, _at(440 + place % 8 * 60, 90 + place // 8 * 78, 50, 68), card, 22)
    _seats(draw, state["hands"], [f"{score} bulls" for score in table["scores"]], _nimmt_card)


def _draw_sixes(draw: ImageDraw, state: dict[str, Any]) -> None:
    table = state["table"]
    _title(draw, f"Sixes   round {table['round'] + 1}, turn {table['turn'] + 1}   pot: {table['pot']} chips")
    gone = {card for hand in state["hands"] for card in hand}
    for suit, (_, _) in enumerate(SUITS):
        top = 60 + suit * 78
        for rank in range(10):
            card = suit * 10 + rank
            box = _at(60 + rank * 60, top, 50, 68)
            if card in gone or table["columns"][suit] is None:
                draw.rounded_rectangle(box, 7, outline=EMPTY, width=2)
            else:
                _sixes_card(draw, box, card, 20)
        _pip(draw, 36, top + 34, 10, suit, PALE if SUITS[suit][1] == BLACK else RED)
    _seats(draw, state["hands"], [f"{chips} chips" for chips in table["chips"]], _sixes_card)


def _title(draw: ImageDraw, text: str) -> None:
    draw.rectangle((0, 0, WIDTH, 44), fill=SHADE)
    draw.text((24, 22), text, fill=PAPER, font=_font(20), anchor="lm")


def _seats(draw: ImageDraw, hands: list[list[int]], scores: list[str], card: Any) -> None:
    """Every seat with its score and hand, in two columns."""
    lines = (len(hands) + 1) // 2
    height = min(84.0, (HEIGHT - 384) / lines)
    for seat, (hand, score) in enumerate(zip(hands, scores, strict=True)):
        left, top = (24 if seat < lines else 492), 380 + seat % lines * height
        draw.rounded_rectangle((left - 8, top, left + 452, top + height - 6), 8, fill=SHADE)
        draw.text((left, top + 6), f"seat {seat}", fill=PAPER, font=_font(14))
        draw.text((left, top + height / 2), score, fill=PALE, font=_font(12))
        step = min(36.0, 370 / max(1, len(hand)))
        for place, number in enumerate(hand):
            box = _at(left + 76 + place * step, top + 6, min(32, step * 0.95), height - 18)
            card(draw, box, number, 13)


def _at(left: float, top: float, width: float, height: float) -> Box:
    return (left, top, left + width, top + height)


def _blank(draw: ImageDraw, box: Box, accent: str) -> None:
    draw.rounded_rectangle(box, 6, fill=PAPER, outline=accent, width=2)


def _nimmt_card(draw: ImageDraw, box: Box, card: int, size: int) -> None:
    """A card, its colour by how dear its kind is in the printed game."""
    accent = next(colour for step, colour in ACCENTS.items() if card % step == 0)
    _blank(draw, box, accent)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    draw.text(middle, str(card), fill=accent, font=_font(size), anchor="mm")


def _sixes_card(draw: ImageDraw, box: Box, card: int, size: int) -> None:
    suit, rank = divmod(card, 10)
    colour = SUITS[suit][1]
    _blank(draw, box, colour)
    middle = (box[0] + box[2]) / 2
    draw.text((middle, box[1] + (box[3] - box[1]) * 0.34), RANKS[rank], fill=colour, font=_font(size), anchor="mm")
    _pip(draw, middle, box[1] + (box[3] - box[1]) * 0.72, size * 0.4, suit, colour)


def _pip(draw: ImageDraw, x: float, y: float, size: float, suit: int, colour: str) -> None:
    """The sign of a suit, `size` to each side of its middle."""
    name, half = SUITS[suit][0], size / 2
    if name == "diamonds":
        draw.polygon([(x, y - size), (x + size * 0.75, y), (x, y + size), (x - size * 0.75, y)], fill=colour)
        return
    if name == "hearts":
        for side in (-half, half):
            draw.ellipse((x + side - half, y - size * 0.8, x + side + half, y + size * 0.2), fill=colour)
        draw.polygon([(x - size * 0.95, y - size * 0.1), (x + size * 0.95, y - size * 0.1), (x, y + size)], fill=colour)
        return
    if name == "spades":
        for side in (-half, half):
            draw.ellipse((x + side - half, y - size * 0.2, x + side + half, y + size * 0.7), fill=colour)
        draw.polygon([(x - size * 0.95, y + size * 0.2), (x + size * 0.95, y + size * 0.2), (x, y - size)], fill=colour)
    else:
        for dx, dy in ((-half, 0.15 * size), (half, 0.15 * size), (0, -half)):
            draw.ellipse((x + dx - half, y + dy - half, x + dx + half, y + dy + half), fill=colour)
    draw.polygon([(x, y), (x - size * 0.4, y + size), (x + size * 0.4, y + size)], fill=colour)


@lru_cache
def _font(size: int) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)
