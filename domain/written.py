"""What commands and elections are made of: how a value is written, and how it is recorded.

Pydantic reads what somebody wrote, and says what is wrong with it. Msgspec reads what was recorded,
into structs, which are what the rules read. A field is declared once for both.
"""

from inspect import isfunction
from typing import Annotated, Any, Final, TypeAlias, TypeVar, cast, get_type_hints

import msgspec
from msgspec import structs
from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, create_model
from pydantic_core import CoreSchema
from pydantic_core import core_schema as core

from domain.money import MOST_CENTS

Cents: TypeAlias = Annotated[int, Field(ge=0, le=MOST_CENTS, description="integer cents")]
Stake: TypeAlias = Annotated[int, Field(gt=0, le=MOST_CENTS, description="integer cents")]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
"""That these hold text, and nothing else, is checked for every command as a whole: see `text`."""
MOST_SEATS: Final = 24
"""Of any game's layout; a table's own game refuses what lies beyond its last."""

M = TypeVar("M", bound=BaseModel)


class Strict(BaseModel):
    """Frozen, nothing extra, no silent conversion."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Written:
    """Marks a field that is written as another type than it is recorded as."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def __get_pydantic_core_schema__(
        self, recorded: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core.no_info_after_validator_function(
            lambda value: msgspec.convert(value, recorded),
            handler.generate_schema(self._kind),
            serialization=core.plain_serializer_function_ser_schema(lambda value: value),
        )


class Election(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An election with terms of its own; its fields say what may be written there."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        hints = get_type_hints(cls, include_extras=True)
        fields: dict[str, Any] = {
            one.name: (hints[one.name], ... if one.required else one.default)
            for one in structs.fields(cls)
        }
        model = create_model(cls.__name__, __base__=Strict, __doc__=cls.__doc__, **fields)
        made = core.no_info_after_validator_function(
            lambda written: cls(**dict(written)), handler.generate_schema(model)
        )
        return core.no_info_before_validator_function(
            lambda value: structs.asdict(value) if isinstance(value, cls) else value,
            made,
            serialization=core.plain_serializer_function_ser_schema(_as_object, info_arg=True),
        )


def _as_object(election: Election, info: core.SerializationInfo) -> object:
    """As pydantic writes a model: with what is taken where nothing is said, unless told not to."""
    return msgspec.to_builtins(election) if info.exclude_defaults else structs.asdict(election)


def as_struct(model: type[M]) -> type[M]:
    """Make a struct of a class of elections, for the rules to read and for events to record.

    To a type checker it is the class itself: it has the same fields, and its own methods.
    """
    hints = get_type_hints(model, include_extras=True)
    methods = {name: one for name, one in vars(model).items() if isfunction(one)}
    made: Any = msgspec.defstruct(
        model.__name__,
        [(name, hints[name], field.default) for name, field in model.model_fields.items()],
        namespace={"__doc__": model.__doc__, **methods},
        module=model.__module__,
        frozen=True,
        kw_only=True,
        omit_defaults=True,
    )
    return cast("type[M]", made)
